import type { MailKind } from "../domain/mail/mail-kinds.ts";
import { backInStockMail } from "./back-in-stock.ts";
import { cardExpiryMail } from "./card-expiry.ts";
import { coinsLapseMail } from "./coins-lapse.ts";
import { confirmDeviceMail } from "./confirm-device.ts";
import { contactChangedMail } from "./contact-changed.ts";
import { contactMessageMail } from "./contact-message.ts";
import { endpointPausedMail } from "./endpoint-paused.ts";
import { giftMail } from "./gift.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { morningMail } from "./morning.ts";
import { newDeviceMail } from "./new-device.ts";
import { passwordChangedMail } from "./password-changed.ts";
import { paymentReturnedMail } from "./payment-returned.ts";
import { refundMail } from "./refund.ts";
import { resetCodeMail } from "./reset-code.ts";
import { sellingStoppedMail } from "./selling-stopped.ts";
import { signupNoticeMail } from "./signup-notice.ts";
import { stockLowMail } from "./stock-low.ts";
import { verifyEmailMail } from "./verify-email.ts";
import { vouchersMail } from "./vouchers.ts";

/** The maker of each kind of mail. Each kind has its own file. */
export const mailKinds = {
  vouchers: vouchersMail,
  gift: giftMail,
  refund: refundMail,
  "further-refund": refundMail,
  "payment-returned": paymentReturnedMail,
  "verify-email": verifyEmailMail,
  "signup-notice": signupNoticeMail,
  "reset-code": resetCodeMail,
  "password-changed": passwordChangedMail,
  "contact-changed": contactChangedMail,
  "confirm-device": confirmDeviceMail,
  "new-device": newDeviceMail,
  "contact-message": contactMessageMail,
  "coins-lapse": coinsLapseMail,
  "card-expiry": cardExpiryMail,
  "back-in-stock": backInStockMail,
  "stock-low": stockLowMail,
  "endpoint-paused": endpointPausedMail,
  "selling-stopped": sellingStoppedMail,
  morning: morningMail,
} satisfies Record<MailKind, MailMaker<never>>;

export type MailContents<Kind extends MailKind> = Parameters<(typeof mailKinds)[Kind]>[1]["contents"];
