import type { RouterContextProvider } from "react-router";

import { isOutcomeUnknown, mayStillHappen, pageStatus } from "#app/commerce/result.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { commerceContext, visitorContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

/** The message for the shopper. `problem` means that nothing was added, or that the outcome is unknown. */
type Loaded = { text: string } | { problem: string; status: number };

/** Redeems a code. After a lost answer it compares the balance, because a second try of a redeemed code fails. */
export async function loadCoins(context: Readonly<RouterContextProvider>, code: string): Promise<Loaded> {
  const commerce = context.get(commerceContext);
  const answer = await commerce.loadCoins(code);
  if (answer.ok) {
    const { coinsAdded, message } = answer.value;
    return { text: coinsAdded === null ? message || t("messages.coinsAdded") : coinsAddedText(coinsAdded) };
  }

  const { error } = answer;
  const refusal = { problem: messageFor("loadCoins", error), status: pageStatus(error) };
  if (!isOutcomeUnknown(error)) return refusal;
  const before = context.get(visitorContext).user?.coins;
  const user = await commerce.getUser();
  if (user.ok && before !== undefined && user.value.coins > before)
    return { text: coinsAddedText(user.value.coins - before) };
  const isUnchanged = user.ok && user.value.coins === before && !mayStillHappen(error);
  return isUnchanged ? refusal : { ...refusal, problem: t("messages.coinsUnknown") };
}

const coinsAddedText = (hundredths: number) =>
  t("orders.coinsAdded", { coins: formatPoints(hundredths), count: hundredths / 100 });
