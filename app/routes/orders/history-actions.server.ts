import type { RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { sendAgainRules } from "#app/forms/gift.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import type { Session } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import { formatPhone } from "../../../config/typed/phone.ts";

type Context = Readonly<RouterContextProvider>;

type Typed = { phone: string; email: string };

type RefusedGift = { giftId: string; typed: Typed; errors: Partial<Typed>; confirmHref?: string };

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
  const giftId = String(form.get("gift"));
  const typed = { phone: String(form.get("phone") ?? ""), email: String(form.get("email")) };
  const refuse = (status: number, errors: Partial<Typed>, confirmHref?: string) => ({
    status,
    refusal: { problem: null, gift: { giftId, typed, errors, confirmHref } },
  });
  const hasPhone = form.has("phone");
  const submission = parseForm(form, sendAgainRules(hasPhone));
  if (submission.status !== "success") {
    const { phone, email } = submission.error ?? {};
    return refuse(400, { phone: phone?.[0], email: email?.[0] });
  }
  const { phone, email } = submission.value;
  const recipient = hasPhone ? { phone, email } : { email };
  const answer = await context.get(commerceContext).sendGiftAgain(giftId, recipient);
  const session = context.get(sessionContext);
  if (!answer.ok) {
    const isHeldBack = needsDevice(answer.error, context.get(siteContext).tenant);
    if (isHeldBack) session.setTyped({ about: giftId, values: typed });
    const confirmHref = isHeldBack ? confirmDeviceHref(here) : undefined;
    const error = messageFor("sendGift", answer.error);
    return refuse(pageStatus(answer.error), phone === "" ? { email: error } : { phone: error }, confirmHref);
  }
  if (session.typed) session.setTyped(null);
  const to = hasPhone && phone !== "" ? formatPhone(phone) : email;
  return { text: t("orders.giftGoes", { to }) };
}

export const readTypedGift = ({ typed }: Session) =>
  typed?.values.email === undefined
    ? null
    : { giftId: typed.about, typed: { phone: typed.values.phone ?? "", email: typed.values.email } };
