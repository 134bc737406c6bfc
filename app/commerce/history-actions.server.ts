import { sendAgainRules } from "#app/forms/gift.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { messageFor, TEXTS } from "#app/messages.ts";
import type { CommerceClient } from "./client.server.ts";
import { pageStatus } from "./result.ts";

/** What a form of the order history came to: the text to say, or why not, for the whole page or beside a gift. */
type Outcome =
  | { text: string }
  | {
      status: number;
      refusal: { problem: string | null; gift: { giftId: string; typed: string; error: string } | null };
    };

/** 'Mark as used' of a voucher, and its way back. */
export async function markVoucher(commerce: CommerceClient, form: FormData): Promise<Outcome> {
  const isUsed = form.get("used") === "1";
  const answer = await commerce.markVoucher(String(form.get("voucher")), isUsed);
  if (answer.ok) return { text: isUsed ? TEXTS.voucherUsed : TEXTS.voucherNotUsed };
  return {
    status: pageStatus(answer.error),
    refusal: { problem: messageFor("markVoucher", answer.error), gift: null },
  };
}

/** 'Send again' of a gift, to the same address or to another one. */
export async function sendGiftAgain(commerce: CommerceClient, form: FormData): Promise<Outcome> {
  const [giftId, typed] = [String(form.get("gift")), String(form.get("email"))];
  const refuse = (status: number, error: string) => ({
    status,
    refusal: { problem: null, gift: { giftId, typed, error } },
  });
  const submission = parseForm(form, sendAgainRules);
  if (submission.status !== "success") return refuse(400, String(submission.error?.email?.[0]));
  const { email } = submission.value;
  const answer = await commerce.sendGiftAgain(giftId, email);
  if (!answer.ok) return refuse(pageStatus(answer.error), messageFor("sendGift", answer.error));
  return { text: `The gift goes to ${email}.` };
}
