import type { Tenant } from "../../config/brand/schema.ts";
import {
  PhoneCodeSentSchema,
  PhoneLoginSchema,
  ResetBegunSchema,
  ResetTokenSchema,
  SessionsSchema,
  VerifiedSchema,
} from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";
import type { ContactMessage } from "./types.ts";

type EnteredCode = {
  transaction: string;
  code: string;
  /** The answer about an account that nobody has used for long. */
  choice?: "mine" | "new";
  chosenLanguage?: string;
  whatsApp: boolean;
};

/** Optional calls about accounts; a backend without them answers 404. */
export const createAccountCalls = (
  { ask, send, sendFromDevice }: Pick<Senders, "ask" | "send" | "sendFromDevice">,
  { features, languages }: Tenant,
) => ({
  /** Requests a code for the owner of this e-mail or phone. Returns the transaction that the code belongs to. */
  forgetPassword: (username: string) =>
    ask({ method: "POST", path: "/user/forgot/", body: { username } }, ResetBegunSchema, sendFromDevice),

  /** Exchanges the code for a token that sets a new password once. */
  checkResetCode: (transaction: string, code: string) =>
    ask({ method: "POST", path: "/user/verify-otp/", body: { transaction, code } }, ResetTokenSchema, sendFromDevice),

  resetPassword: (token: string, password: string) =>
    ask({ method: "POST", path: "/user/reset-password/", body: { reset_token: token, password } }, AckSchema, send),

  /** Sets a new password, with the old one as proof. Ends the shopper's other sessions. */
  changePassword: (old: string, password: string) =>
    ask({ method: "POST", path: "/user/password/", body: { old, new: password } }, AckSchema),

  /** Keeps a language in the account; `code`: one that the brand offers. */
  keepLanguage: (code: string) => ask({ method: "PUT", path: "/user/language/", body: { language: code } }, AckSchema),

  /** Sends a sign-in code to a number. */
  sendPhoneCode: (phone: string) =>
    ask({ method: "POST", path: "/user/phone/code/", body: { phone } }, PhoneCodeSentSchema, sendFromDevice),

  /** Signs in, or signs up, with a code. */
  logInByPhone({ transaction, code, choice, chosenLanguage, whatsApp }: EnteredCode) {
    const language = features.accountLanguage && languages.length > 1 ? chosenLanguage : undefined;
    const given = { ...(choice && { choice }), ...(language && { language }), ...(whatsApp && { whatsapp: true }) };
    const body = { transaction_id: transaction, code, ...given };
    return ask({ method: "POST", path: "/user/phone/login/", body }, PhoneLoginSchema, sendFromDevice);
  },

  /** Sends a code to a number that the signed-in shopper confirms. */
  sendPhoneConfirmation: (phone: string) =>
    ask({ method: "POST", path: "/user/phone/confirm/send/", body: { phone } }, PhoneCodeSentSchema),

  /** `takesOver`: after the refusal `dormant`, the number is taken from an account that nobody has used for long. */
  confirmPhone(transaction: string, entered: { code: string } | { takesOver: true }) {
    const given = "code" in entered ? { code: entered.code } : { code: "", choice: "new" };
    const body = { transaction_id: transaction, ...given };
    return ask({ method: "POST", path: "/user/phone/confirm/", body }, AckSchema);
  },

  /** Mails a link that adds the address to the account. */
  addEmail: (email: string) => ask({ method: "POST", path: "/user/email/", body: { email } }, AckSchema),

  sendMessage(message: ContactMessage) {
    const { name, email, message: text, bulk } = message;
    const body = { name, email, message: text, ...(bulk && { topic: "bulk", ...bulk }) };
    return ask({ method: "POST", path: "/contact/", body }, AckSchema, send);
  },

  /**
   * Confirms an e-mail address with a mailed token. May return a token that sets a password and confirms the address. Signed, because
   * the address of an account that opens by phone is confirmed only by its shopper.
   */
  verifyEmail: (token: string) => ask({ method: "POST", path: "/user/verify-email/", body: { token } }, VerifiedSchema),

  sendVerification: () => ask({ method: "POST", path: "/user/verify-email/send/" }, AckSchema),

  listSessions: () => ask({ method: "GET", path: "/user/sessions/" }, SessionsSchema),

  endSession: (id: string) => ask({ method: "DELETE", path: "/user/sessions/", body: { id } }, AckSchema),
});
