import type { RequestHandler as RouterHandler, RouterContextProvider, ServerBuild } from "react-router";

import { documentContext } from "#app/context.ts";
import { openVisit, sealVisit } from "#app/visit.server.ts";

import { isSafeMethod } from "./safe-methods.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

/**
 * Calls a resource route's loader or action without React Router, which takes longer to match and run it than the route
 * itself. Session, refresh and cookies are those of root.tsx.
 */
export function callDirectly(path: string, { loader, action }: Pick<RouteModule, "loader" | "action">): RouterHandler {
  return async (request, loadContext) => {
    const context = loadContext as RouterContextProvider;
    context.get(documentContext).routePattern = path;
    const answer = isSafeMethod(request.method) ? loader : action;
    if (!answer) return new Response(null, { status: 405 });
    await openVisit(context, request);
    const url = new URL(request.url);
    const response = (await answer({ request, context, url, params: {}, pattern: path })) as Response;
    // In one piece it needs one packet and no compression: a web stream takes 60 µs and two packets.
    if (response.body) context.get(documentContext).text = await response.text();
    for (const cookie of await sealVisit(context)) response.headers.append("Set-Cookie", cookie);
    return response;
  };
}
