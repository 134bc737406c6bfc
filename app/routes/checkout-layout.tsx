import { Outlet, useMatches, useRouteLoaderData } from "react-router";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { sessionContext, visitorContext } from "#app/request/context.ts";
import { readVisitor } from "#app/routes/middleware.server.ts";
import { useKnownShop } from "#app/routes/use-shop.ts";
import { CheckoutPage } from "#app/ui/frame/checkout-page.tsx";
import { Failure } from "#app/ui/frame/failure.tsx";
import { toNotice, withProblem } from "#app/ui/notice.tsx";

import type { Route } from "./+types/checkout-layout";

export const middleware: Route.MiddlewareFunction[] = [readVisitor];

/**
 * Shows the flash, unless it has a link. The dialog of a paid order repeats a flash with a link, so that flash waits
 * for the next page.
 */
export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { problem } = context.get(visitorContext);
  const flash = session.flash?.link ? null : session.flash;
  if (flash) session.clearFlash();
  return { notices: withProblem(flash ? [toNotice(flash)] : [], problem) };
}

export default function Checkout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useKnownShop();
  return (
    <Frame>
      <Failure error={error} shop={shop} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const shop = useKnownShop();
  const checkout = useRouteLoaderData<typeof loader>("routes/checkout-layout");
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  if (!shop || !checkout) return <main id="main">{children}</main>;
  return (
    <CheckoutPage brand={shop.brand} step={handle?.step} notices={checkout.notices}>
      {children}
    </CheckoutPage>
  );
}
