import type { RouterContextProvider } from "react-router";

import { readTypedRupees } from "#app/base/money.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { commerceContext, sessionContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

type Context = Readonly<RouterContextProvider>;

/** A refused form: the page's problem, or the typed amount with its error. */
export type Refusal = { status: number; problem: string | null; left: { typed: string; error: string } | null };
type Outcome = { text: string } | { refusal: Refusal };

const refuse = (status: number, problem: string): Outcome => ({ refusal: { status, problem, left: null } });

/** Runs the action of a form on the page of a card. */
export function runCardAction(context: Context, id: string, form: FormData): Promise<Outcome> {
  if (form.has("left")) return noteLeft(context, id, String(form.get("left")));
  if (form.has("used")) return markUsed(context, id, form.get("used") === "1");
  return archive(context, id, form.get("archived") === "1");
}

async function markUsed(context: Context, id: string, isUsed: boolean): Promise<Outcome> {
  const answer = await context.get(commerceContext).markVoucher(id, isUsed);
  if (!answer.ok) return refuse(pageStatus(answer.error), messageFor("markVoucher", answer.error));
  return { text: t(isUsed ? "messages.voucherUsed" : "messages.voucherNotUsed") };
}

async function archive(context: Context, id: string, isArchived: boolean): Promise<Outcome> {
  const answer = await context.get(commerceContext).noteCard(id, { isArchived });
  if (!answer.ok) return refuse(pageStatus(answer.error), messageFor("noteCard", answer.error));
  return { text: t(isArchived ? "wallet.isArchived" : "wallet.isUnarchived") };
}

/** The subject of a typed amount, which is kept over a login. */
export const aboutLeft = (id: string) => `left on ${id}`;

/** Notes the typed amount; an empty field removes the note. */
async function noteLeft(context: Context, id: string, typed: string): Promise<Outcome> {
  const refuseTyped = (status: number, error: string): Outcome => ({
    refusal: { status, problem: null, left: { typed, error } },
  });
  const amountLeft = typed.trim() === "" ? null : readTypedRupees(typed);
  if (amountLeft === null && typed.trim() !== "") return refuseTyped(400, t("wallet.leftUnreadable"));
  const answer = await context.get(commerceContext).noteCard(id, { amountLeft });
  if (!answer.ok) return refuseTyped(pageStatus(answer.error), messageFor("noteCard", answer.error));
  const session = context.get(sessionContext);
  if (session.typedAbout(aboutLeft(id))) session.setTyped(null);
  return {
    text: amountLeft === null ? t("wallet.leftRemoved") : t("wallet.leftSaved", { money: formatMoney(amountLeft) }),
  };
}
