import type { Tenant } from "../../config/brand/schema.ts";
import { PhoneCodeSentSchema, PhoneLoginSchema } from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";

type Entered = {
  transaction: string;
  code: string;
  choice?: "mine" | "new";
  chosenLanguage?: string;
  whatsApp: boolean;
};

/** Sign-in with a phone number and a code, and the phone and the address of an account (feature `phoneSignIn`). */
export const createPhoneCalls = (
  { ask, sendFromDevice }: Pick<Senders, "ask" | "sendFromDevice">,
  { features, languages }: Tenant,
) => ({
  /** Sends a code to a number. */
  sendPhoneCode: (phone: string) =>
    ask({ method: "POST", path: "/user/phone/code/", body: { phone } }, PhoneCodeSentSchema, sendFromDevice),

  /** Signs in, or signs up, with a code. `choice`: the answer about an account that nobody has used for long. */
  logInByPhone({ transaction, code, choice, chosenLanguage, whatsApp }: Entered) {
    const language = features.accountLanguage && languages.length > 1 ? chosenLanguage : undefined;
    const given = { ...(choice && { choice }), ...(language && { language }), ...(whatsApp && { whatsapp: true }) };
    const body = { transaction_id: transaction, code, ...given };
    return ask({ method: "POST", path: "/user/phone/login/", body }, PhoneLoginSchema, sendFromDevice);
  },

  /** Sends a code to a number that the signed-in shopper confirms. */
  sendPhoneConfirmation: (phone: string) =>
    ask({ method: "POST", path: "/user/phone/confirm/send/", body: { phone } }, PhoneCodeSentSchema),

  confirmPhone: (transaction: string, code: string) =>
    ask({ method: "POST", path: "/user/phone/confirm/", body: { transaction_id: transaction, code } }, AckSchema),

  /** Mails a link that adds the address to the account. */
  addEmail: (email: string) => ask({ method: "POST", path: "/user/email/", body: { email } }, AckSchema),
});
