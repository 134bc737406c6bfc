import { href, Outlet, redirect } from "react-router";
import type { Route } from "./+types/signed-in";
import { sessionContext } from "#app/context.ts";

/** Anonymous visitors go to /login and come back to the page that they asked for (parity A-15). */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request, url }) => {
    if (context.get(sessionContext).isSignedIn) return;
    const returnTo = request.method === "GET" ? url.pathname + url.search : url.pathname;
    throw redirect(`${href("/login")}?returnTo=${encodeURIComponent(returnTo)}`);
  },
];

// Without a loader a navigation in the browser would not run the middleware.
export const loader = () => null;

export default Outlet;
