import { Outlet, useRouteLoaderData } from "react-router";

import { inTime } from "#app/http/client-hints.server.ts";
import { commerceContext, doNotKeep, visitorContext } from "#app/request/context.ts";
import { loadCartCount, loadPersonal } from "#app/routes/load-personal.server.ts";
import { readVisitor } from "#app/routes/middleware.server.ts";
import { useKnownShop } from "#app/routes/use-shop.ts";
import { Failure } from "#app/ui/frame/failure.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { withProblem } from "#app/ui/notice.tsx";

import type { Route } from "./+types/store-layout";

export const middleware: Route.MiddlewareFunction[] = [readVisitor];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { user, ...personal } = loadPersonal(context);
  const [home, count] = await Promise.all([
    context.get(commerceContext).getHome(),
    inTime(request, loadCartCount(context)),
  ]);
  if (!home.ok) doNotKeep(context);
  return {
    ...personal,
    viewer: user && { ...user, cartCount: count.late ?? count.value },
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
  const { viewer, unread, notices, ...frame } = page;
  const personal = { viewer, unread, notices: withProblem(notices, shop.problem) };
  return (
    <Page brand={shop.brand} personal={personal} {...frame}>
      {children}
    </Page>
  );
}
