import { Outlet, useRouteLoaderData } from "react-router";

import { commerceContext, doNotKeep, sessionContext, visitorContext } from "#app/context.ts";
import { loadPersonal } from "#app/routes/load-personal.server.ts";
import { useKnownShop } from "#app/routes/use-shop.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";
import { Failure } from "#app/ui/frame/failure.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { withProblem } from "#app/ui/notice.tsx";

import type { Route } from "./+types/store-layout";

/** Reads the shopper before any loader runs: a token refresh must set its cookies before the first byte. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }) => {
    context.set(visitorContext, await identifyVisitor(context.get(sessionContext), context.get(commerceContext)));
  },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const [home, personal] = await Promise.all([context.get(commerceContext).getHome(), loadPersonal(context)]);
  if (!home.ok) doNotKeep(context);
  return {
    ...personal,
    coinsProblem: context.get(visitorContext).coinsProblem,
    categories: home.ok ? home.value.categories : [],
    activeCategory: url.pathname === "/" ? (url.searchParams.get("category") ?? "") : undefined,
    query: url.pathname === "/search" ? (url.searchParams.get("q") ?? undefined) : undefined,
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
  const { viewer, notices, ...frame } = page;
  const personal = { viewer, notices: withProblem(notices, shop.problem) };
  return (
    <Page brand={shop.brand} personal={personal} {...frame}>
      {children}
    </Page>
  );
}
