import { ResetBegunSchema, ResetTokenSchema, SessionsSchema, VerifiedSchema } from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";
import type { ContactMessage } from "./types.ts";

/** Optional calls about accounts; a backend without them answers 404. */
export const createAccountCalls = ({
  ask,
  send,
  sendFromDevice,
}: Pick<Senders, "ask" | "send" | "sendFromDevice">) => ({
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

  sendMessage(message: ContactMessage) {
    const { name, email, message: text, bulk } = message;
    const body = { name, email, message: text, ...(bulk && { topic: "bulk", ...bulk }) };
    return ask({ method: "POST", path: "/contact/", body }, AckSchema, send);
  },

  /** Confirms an e-mail address with a mailed token. May return a token that sets a password and confirms the address. */
  verifyEmail: (token: string) =>
    ask({ method: "POST", path: "/user/verify-email/", body: { token } }, VerifiedSchema, send),

  sendVerification: () => ask({ method: "POST", path: "/user/verify-email/send/" }, AckSchema),

  listSessions: () => ask({ method: "GET", path: "/user/sessions/" }, SessionsSchema),

  endSession: (id: string) => ask({ method: "DELETE", path: "/user/sessions/", body: { id } }, AckSchema),
});
