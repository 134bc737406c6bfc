import { RouterContextProvider, type ServerBuild } from "react-router";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import {
  backendContext,
  commerceContext,
  documentContext,
  sessionContext,
  siteContext,
  visitorContext,
} from "#app/request/context.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";

import type { clientOf } from "./client.ts";

type Shop = Awaited<ReturnType<typeof clientOf>>;
type Visit = Awaited<ReturnType<Shop["open"]>>;
type RouteArgs = { request: Request; url: URL; context: RouterContextProvider; params: object; pattern: string };

/** A loader's or action's answer: status, headers and data, from a plain value, data() or a Response. */
export type RouteAnswer = { status: number; headers: Headers; data: any };

type RouteCall = {
  shop: Shop;
  visit: Visit;
  path: string;
  form?: Record<string, string>;
  scheme?: "http" | "https";
  /** Reads the user from the backend, as the middleware of pages does. */
  isIdentified?: boolean;
};

/** Calls a route's loader (no form) or action (a form) as the server does after its middleware. */
export async function call(
  route: (args: any) => unknown,
  { shop, visit, path, form, scheme = "http", isIdentified }: RouteCall,
): Promise<RouteAnswer> {
  const origin = `${scheme}://acme.localhost`;
  const context = new RouterContextProvider();
  context.set(siteContext, { tenant: shop.commerceBackend.tenant, origin, isSecure: scheme === "https" });
  context.set(backendContext, shop.commerceBackend);
  context.set(documentContext, {});
  context.set(sessionContext, visit.session);
  context.set(commerceContext, visit.commerce);
  if (isIdentified)
    context.set(visitorContext, await identifyVisitor(visit.session, visit.commerce, shop.commerceBackend));
  const url = new URL(path, origin);
  // A browser that runs scripts has this cookie.
  const headers = { cookie: "js=1" };
  const request = new Request(url, form && { method: "POST", headers, body: new URLSearchParams(form) });
  const args: RouteArgs = { request, url, context, params: {}, pattern: url.pathname };
  const answer = (await route(args)) as any;
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers, data: null };
  const isWrapped = answer?.type === "DataWithResponseInit";
  const init = isWrapped ? (answer.init ?? {}) : {};
  return { status: init.status ?? 200, headers: new Headers(init.headers), data: isWrapped ? answer.data : answer };
}

/** A server build with these routes: their handles by path. */
export function routesWith(handles: Record<string, RouteHandle>): Pick<ServerBuild, "routes"> {
  const entries = Object.entries(handles).map(([path, handle]) => [path, { id: path, path, module: { handle } }]);
  return { routes: Object.fromEntries(entries) };
}
