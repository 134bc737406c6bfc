import type { RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/device-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { sendAgainRules } from "#app/forms/gift.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import type { Session } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

type Context = Readonly<RouterContextProvider>;

type RefusedGift = { giftId: string; typed: string; error: string; confirmHref?: string };

/** The result of a form of the order history: a success message, or an error for the page or for one gift. */
type Outcome =
  | { text: string }
  | {
      status: number;
      refusal: { problem: string | null; gift: RefusedGift | null };
    };

export async function markVoucher(context: Context, form: FormData): Promise<Outcome> {
  const isUsed = form.get("used") === "1";
  const answer = await context.get(commerceContext).markVoucher(String(form.get("voucher")), isUsed);
  if (answer.ok) return { text: isUsed ? t("messages.voucherUsed") : t("messages.voucherNotUsed") };
  return {
    status: pageStatus(answer.error),
    refusal: { problem: messageFor("markVoucher", answer.error), gift: null },
  };
}

/** `here` is the URL of the current view. */
export async function sendGiftAgain(context: Context, form: FormData, here: string): Promise<Outcome> {
  const [giftId, typed] = [String(form.get("gift")), String(form.get("email"))];
  const refuse = (status: number, error: string, confirmHref?: string) => ({
    status,
    refusal: { problem: null, gift: { giftId, typed, error, confirmHref } },
  });
  const submission = parseForm(form, sendAgainRules());
  if (submission.status !== "success") return refuse(400, String(submission.error?.email?.[0]));
  const { email } = submission.value;
  const answer = await context.get(commerceContext).sendGiftAgain(giftId, email);
  const session = context.get(sessionContext);
  if (!answer.ok) {
    const isHeldBack = needsDevice(answer.error, context.get(siteContext).tenant);
    if (isHeldBack) session.setTyped({ about: giftId, values: { email: typed } });
    const confirmHref = isHeldBack ? confirmDeviceHref(here) : undefined;
    return refuse(pageStatus(answer.error), messageFor("sendGift", answer.error), confirmHref);
  }
  if (session.typed) session.setTyped(null);
  return { text: t("orders.giftGoes", { email }) };
}

export const readTypedGift = ({ typed }: Session) =>
  typed?.values.email ? { giftId: typed.about, typed: typed.values.email } : null;
