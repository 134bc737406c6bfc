import { data, Outlet } from "react-router";

import { meContext } from "../base/context.server.ts";
import { BackToSteps } from "../steps/back-to-steps.tsx";
import { keepWayBack } from "../steps/way-back.server.ts";
import { Problem } from "../ui/problem.tsx";
import type { Route } from "./+types/brand-layout";

/** A brand that the member may not see gets the same answer as one that does not exist. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, params }) => {
    if (!context.get(meContext).brands.some(({ id }) => id === params.brand)) throw data(null, 404);
  },
  async ({ url, params }, next) => keepWayBack(await next(), params.brand, url),
];

export const loader = () => null;

export default function BrandLayout({ params: { brand } }: Route.ComponentProps) {
  return (
    <>
      <BackToSteps brand={brand} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
}
