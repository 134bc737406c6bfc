import { data, Outlet } from "react-router";

import type { Route } from "./+types/brand-layout";
import { meContext } from "./context.server.ts";
import { Problem } from "./problem.tsx";

/** A brand that the member may not see is answered like one that does not exist. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, params }) => {
    if (!context.get(meContext).brands.some(({ id }) => id === params.brand)) throw data(null, 404);
  },
];

export const loader = () => null;

export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
}
