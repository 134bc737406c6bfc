import { Outlet } from "react-router";

import type { Route } from "./+types/signed-in";
import { requireSignIn } from "./require-sign-in.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireSignIn];

// Without a loader, client navigation would skip the middleware.
export const loader = () => null;

export default Outlet;
