import { Outlet } from "react-router";
import type { Route } from "./+types/signed-in";
import { requireSignIn } from "./require-sign-in.server.ts";

/** Pages that need to know who asks. */
export const middleware: Route.MiddlewareFunction[] = [requireSignIn];

// Without a loader a navigation in the browser would not run the middleware.
export const loader = () => null;

export default Outlet;
