import type { BrandField } from "../brand/settings/fields.ts";
import type { Channel } from "./message-responses.ts";

/** The providers of each channel, by their names in tenant.json. */
export const PROVIDERS: Record<Channel, string[]> = {
  whatsapp: ["whatsapp", "http"],
  sms: ["msg91", "exotel", "http"],
};

const FIELDS: Record<string, BrandField[]> = {
  whatsapp: [
    { path: "phoneNumberId", label: "Phone number id", hint: "Meta's id of the brand's number, not the number." },
    {
      path: "host",
      label: "Host",
      kind: "choice",
      options: { meta: "Meta", "360dialog": "360dialog" },
    },
    { path: "version", label: "Version of the calls", hint: "Such as v23.0, which also counts if this is empty." },
  ],
  msg91: [],
  exotel: [
    { path: "accountSid", label: "Account SID" },
    { path: "sender", label: "DLT header", hint: "The six letters that the message comes from." },
    { path: "dltEntityId", label: "Principal entity id", hint: "The brand's own, from DLT." },
    {
      path: "region",
      label: "Region",
      kind: "choice",
      options: { mumbai: "Mumbai", singapore: "Singapore" },
    },
  ],
  http: [],
};

const PRICE: BrandField = {
  path: "paise",
  label: "Price of one message, in paise",
  hint: "Such as 12.5, for the count of costs. Empty: 0.",
};

const ADDRESS = "Of a system that speaks the contract in docs/messages/http.md.";

type FieldOptions = {
  maySimulate: boolean;
  /** The environment variable that must also contain the provider's address. */
  addressVariable: string;
};

/** The form fields of a provider. */
export function channelFields(provider: string, { maySimulate, addressVariable }: FieldOptions): BrandField[] {
  const own = FIELDS[provider] ?? [];
  const also = `Set ${addressVariable} to it in the environment first: the secrets go to no other address.`;
  if (provider === "http") return [{ path: "url", label: "Address", hint: `${ADDRESS} ${also}` }, ...own, PRICE];
  const simulator = {
    path: "url",
    label: "Address of a simulator",
    hint: "For a rehearsal. Empty: the provider itself.",
  };
  return [...own, ...(maySimulate ? [simulator] : []), PRICE];
}
