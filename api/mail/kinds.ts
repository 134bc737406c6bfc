import type { Shop } from "../shop.ts";
import { backInStockMail } from "./back-in-stock.ts";
import { coinsLapseMail } from "./coins-lapse.ts";
import { confirmDeviceMail } from "./confirm-device.ts";
import { contactChangedMail } from "./contact-changed.ts";
import { contactMessageMail } from "./contact-message.ts";
import { giftMail } from "./gift.ts";
import type { Letter } from "./letter.ts";
import { newDeviceMail } from "./new-device.ts";
import { passwordChangedMail } from "./password-changed.ts";
import { refundMail } from "./refund.ts";
import { resetCodeMail } from "./reset-code.ts";
import { signupNoticeMail } from "./signup-notice.ts";
import { verifyEmailMail } from "./verify-email.ts";
import { vouchersMail } from "./vouchers.ts";

/** What was queued: the id of what it is about, and what was sealed for it. */
export type Queued<Contents = undefined> = { about: string; contents: Contents };

/** Makes a mail when it is sent; undefined when there is nobody to send it to. */
export type MailMaker<Contents = undefined> = (shop: Shop, queued: Queued<Contents>) => Promise<Letter | undefined>;

/** Every kind of mail by its name in the outbox. One kind is one file. */
export const mailKinds = {
  vouchers: vouchersMail,
  gift: giftMail,
  refund: refundMail,
  "verify-email": verifyEmailMail,
  "signup-notice": signupNoticeMail,
  "reset-code": resetCodeMail,
  "password-changed": passwordChangedMail,
  "contact-changed": contactChangedMail,
  "confirm-device": confirmDeviceMail,
  "new-device": newDeviceMail,
  "contact-message": contactMessageMail,
  "coins-lapse": coinsLapseMail,
  "back-in-stock": backInStockMail,
} satisfies Record<string, MailMaker<never>>;

export type MailKind = keyof typeof mailKinds;

export type MailContents<Kind extends MailKind> = Parameters<(typeof mailKinds)[Kind]>[1]["contents"];
