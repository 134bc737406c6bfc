import type { RequestHandler as RouterHandler, RouterContextProvider, ServerBuild } from "react-router";

import { documentContext } from "#app/request/context.ts";
import { openVisit, sealVisit } from "#app/request/visit.server.ts";

import { allowedInsteadOf, isSafeMethod } from "./safe-methods.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

/**
 * Calls a resource route's loader or action without React Router, whose matching takes longer than the route's own work. Session,
 * refresh and cookies are those of middleware.server.ts.
 */
export function callDirectly(path: string, { loader, action }: Pick<RouteModule, "loader" | "action">): RouterHandler {
  return async (request, loadContext) => {
    const context = loadContext as RouterContextProvider;
    context.get(documentContext).routePattern = path;
    const answer = isSafeMethod(request.method) ? loader : action;
    if (!answer) return new Response(null, { status: 405, headers: { Allow: allowedInsteadOf(request.method) } });
    await openVisit(context, request);
    const url = new URL(request.url);
    const response = (await answer({ request, context, url, params: {}, pattern: path })) as Response;
    // In one piece, because a stream is compressed however short it is, which takes a third of a poll.
    if (response.body) {
      const text = await response.text();
      context.get(documentContext).text = text;
      response.headers.set("Content-Length", String(Buffer.byteLength(text)));
    }
    for (const cookie of await sealVisit(context)) response.headers.append("Set-Cookie", cookie);
    return response;
  };
}
