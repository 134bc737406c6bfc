import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { cardHref, confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { LOST } from "#app/ui/illustration.tsx";
import { Alert, NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/card";
import { aboutLeft, runCardAction } from "./card-actions.server.ts";
import { CardView } from "./card-view.tsx";
import { drawTillCode } from "./till-code.server.ts";
import { WalletStylesheet } from "./wallet-stylesheet.tsx";
import { showCard } from "./wallet-view.ts";

/** One card, as it is shown at the till. Its codes come only with this page, and only on a confirmed device. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.wallet) throw data(null, 404);
  const answer = await context.get(commerceContext).getWalletCard(params.card);
  if (!answer.ok) {
    const isMissing = answer.error.kind === "status" && answer.error.status === 404;
    const problem = isMissing ? null : messageFor("walletCard", answer.error);
    return data({ shown: null, problem }, isMissing ? 404 : pageStatus(answer.error));
  }
  const card = showCard(answer.value, tenant);
  const tillCode = card.isLocked ? null : await drawTillCode(card.cardNumber, card.codeFormat);
  const typed = context.get(sessionContext).typedAbout(aboutLeft(card.id))?.left;
  const confirmHref = confirmDeviceHref(cardHref(card.id));
  return { shown: { card, tillCode, typed, confirmHref, now: Date.now() }, problem: null };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.wallet) throw data(null, 404);
  const outcome = await runCardAction(context, params.card, await request.formData());
  if ("refusal" in outcome) return data(outcome.refusal, outcome.refusal.status);
  context.get(sessionContext).setFlash({ kind: "success", text: outcome.text });
  return redirectDocument(cardHref(params.card), 303);
}

export default function WalletCardPage({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { shown, problem } = loaderData;
  const left = actionData?.left ?? (shown?.typed === undefined ? null : { typed: shown.typed, error: undefined });
  return (
    <div className="wallet">
      <PageHead shop={shop} title={shown?.card.name ?? t("wallet.title")} />
      <WalletStylesheet />
      <AccountNav brand={shop.brand} current="/wallet" />
      <p className="wallet-back">
        <a href={href("/wallet")}>{rich("wallet.back")}</a>
      </p>
      {actionData?.problem && <Alert isFocused>{actionData.problem}</Alert>}
      {problem && (
        <>
          <h1>{rich("wallet.card")}</h1>
          <NotLoaded>{problem}</NotLoaded>
        </>
      )}
      {shown && <CardView {...shown} left={left} />}
      {!shown && !problem && (
        <EmptyState
          drawing={LOST}
          title={rich("wallet.missing")}
          text={rich("wallet.missingText")}
          action={{ href: href("/wallet"), label: rich("wallet.back") }}
          isPage
        />
      )}
    </div>
  );
}
