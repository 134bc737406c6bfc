import { pageStatus } from "#app/commerce/result.ts";
import type { WalletCard } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { cardHref } from "#app/routes/links.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { requireSignIn } from "#app/routes/require-sign-in.server.ts";
import { dayOf } from "#app/ui/date.tsx";

import { canonicalOrigin } from "../../../config/brand/origin.ts";
import type { Tenant } from "../../../config/brand/schema.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/calendar";
import { type DayEvent, writeCalendar } from "./calendar-file.ts";
import { shelfOf } from "./wallet-view.ts";

export const middleware: Route.MiddlewareFunction[] = [requireSignIn];

/** /wallet.ics: the ends of all cards that can be used; /wallet/ID/expiry.ics: that of one. Neither holds a code. */
export async function loader({ context, url }: Pick<Route.LoaderArgs, "context" | "url">) {
  const [, one] = /^\/wallet\/([^/]+)\/expiry\.ics$/.exec(url.pathname) ?? [];
  const cardId = one === undefined ? undefined : decodeURIComponent(one);
  const { tenant } = context.get(siteContext);
  if (!tenant.features.wallet) return new Response(null, { status: 404 });
  const wallet = await context.get(commerceContext).getWallet();
  if (!wallet.ok) return new Response(null, { status: pageStatus(wallet.error) });
  const now = Date.now();
  const wanted = wallet.value.cards.filter((card) =>
    cardId === undefined ? shelfOf(card, now) === "live" : card.id === cardId,
  );
  const { organizationName: shop } = await loadBrand(context);
  const events = wanted.flatMap((card) => toEvent(card, tenant, shop));
  if (cardId !== undefined && events.length === 0) return new Response(null, { status: 404 });
  return new Response(writeCalendar(events, { name: `${shop} – ${t("wallet.title")}`, now }), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${cardId === undefined ? "wallet" : "card"}.ics"`,
    },
  });
}

function toEvent(card: WalletCard, tenant: Tenant, shop: string): DayEvent[] {
  if (card.expiresAt === null) return [];
  const origin = canonicalOrigin(tenant);
  const url = new URL(cardHref(card.id), origin).href;
  const name = card.name ?? t("wallet.card");
  return [
    {
      uid: `card-${card.id}@${new URL(origin).hostname}`,
      day: dayOf(card.expiresAt),
      summary: t("wallet.event", { card: name, amount: formatMoney(card.amountLeft ?? card.amount ?? 0) }),
      description: t("wallet.eventText", { shop, url }),
      url,
    },
  ];
}
