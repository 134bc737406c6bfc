import { Outlet, useRouteLoaderData } from "react-router";

import { commerceContext, sessionContext, visitorContext } from "#app/context.ts";
import { countCards } from "#app/pricing/amounts.ts";
import { useKnownShop } from "#app/routes/use-shop.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";
import { Failure } from "#app/ui/frame/failure.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { type Notice, toNotice } from "#app/ui/notice.tsx";

import type { Route } from "./+types/store-layout";

/** Reads the shopper before any loader runs: a token refresh must set its cookies before the first byte. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }) => {
    context.set(visitorContext, await identifyVisitor(context.get(sessionContext), context.get(commerceContext)));
  },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const commerce = context.get(commerceContext);
  const visitor = context.get(visitorContext);
  const [home, cart] = await Promise.all([commerce.getHome(), visitor.user && commerce.getCart()]);

  session.clearFlash();
  const notices: Notice[] = session.flash ? [toNotice(session.flash)] : [];
  if (visitor.problem) notices.push({ tone: "error", text: visitor.problem });
  return {
    viewer: visitor.user && { ...visitor.user, cartCount: cart?.ok ? countCards(cart.value) : null },
    coinsProblem: visitor.coinsProblem,
    categories: home.ok ? home.value.categories : [],
    activeCategory: url.pathname === "/" ? (url.searchParams.get("category") ?? "") : undefined,
    query: url.pathname === "/search" ? (url.searchParams.get("q") ?? undefined) : undefined,
    notices,
  };
}

export default function Pages() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shows missing and failed pages inside the brand's frame. */
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
  const page = useRouteLoaderData<typeof loader>("routes/store-layout");
  if (!shop || !page) return <main id="main">{children}</main>;
  const notices = shop.problem ? [...page.notices, { tone: "error" as const, text: shop.problem }] : page.notices;
  return (
    <Page brand={shop.brand} {...page} notices={notices}>
      {children}
    </Page>
  );
}
