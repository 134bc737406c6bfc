import CalendarPlus from "lucide/dist/esm/icons/calendar-plus.mjs";
import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { cardHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/wallet";
import { CardList } from "./card-list.tsx";
import { Reminders } from "./reminders.tsx";
import { WalletStylesheet } from "./wallet-stylesheet.tsx";
import { arrange, readWalletView, showCard } from "./wallet-view.ts";

export const handle = { prefetch: true } satisfies RouteHandle;

/** `?card=ID`, the link of a message, leads to the card's page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.wallet) throw data(null, 404);
  const card = url.searchParams.get("card");
  if (card) throw redirectDocument(cardHref(card));
  const view = readWalletView(url.searchParams);
  const wallet = await context.get(commerceContext).getWallet();
  if (!wallet.ok)
    return data({ view, wallet: null, problem: messageFor("wallet", wallet.error) }, pageStatus(wallet.error));
  const now = Date.now();
  const { shown, counts } = arrange(wallet.value.cards, view, now);
  const { reminders, cards } = wallet.value;
  const page = { shown: shown.map((one) => showCard(one, tenant)), counts, reminders, now };
  return { view, wallet: { ...page, hasCards: cards.length > 0 }, problem: null };
}

/** Stores the way of reminders. */
export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.wallet) throw data(null, 404);
  const by = (await request.formData()).get("by");
  if (typeof by !== "string") return data({ error: t("wallet.remindersChoose") }, 400);
  const answer = await context.get(commerceContext).setCardReminders(by);
  if (!answer.ok) return data({ error: messageFor("cardReminders", answer.error) }, pageStatus(answer.error));
  context.get(sessionContext).setFlash({ kind: "success", text: t("wallet.remindersSaved") });
  return redirectDocument(`${href("/wallet")}#reminders`, 303);
}

export default function Wallet({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { view, wallet, problem } = loaderData;
  return (
    <div className="wallet">
      <PageHead shop={shop} title={t("wallet.title")} />
      <WalletStylesheet />
      <AccountNav brand={shop.brand} current="/wallet" />
      <h1>{rich("wallet.title")}</h1>
      <p className="lead">{rich("wallet.lead")}</p>
      {problem && <NotLoaded>{problem}</NotLoaded>}
      {wallet && <CardList {...wallet} view={view} />}
      {wallet && wallet.counts.live > 0 && (
        <p className="wallet-calendar">
          <a href={href("/wallet.ics")}>
            <Icon of={CalendarPlus} className="icon-20" /> {rich("wallet.calendarAll")}
          </a>{" "}
          <span className="muted small">{rich("wallet.calendarHint")}</span>
        </p>
      )}
      {wallet?.reminders && <Reminders reminders={wallet.reminders} error={actionData?.error} />}
    </div>
  );
}
