import type { BrandField } from "../brand/settings/fields.ts";
import { ENVIRONMENT } from "./environment-field.ts";

/** The kinds of suppliers, by their names in tenant.json. */
export const SUPPLIER_KINDS: Record<string, string> = {
  woohoo: "Woohoo",
  reloadly: "Reloadly",
  http: "Own system",
};

export const kindName = (kind: string) => SUPPLIER_KINDS[kind] ?? kind;

const url = (label: string, hint: string): BrandField => ({ path: "url", label, hint });
const line = (path: string, label: string, hint?: string): BrandField => ({ path, label, ...(hint && { hint }) });

const COMMON: BrandField[] = [
  {
    path: "lowFloatRupees",
    label: "Sold out below this prepaid balance, in rupees",
    kind: "whole",
    hint: "Empty: 5000.",
  },
  {
    path: "refundAfterMinutes",
    label: "Minutes until a card that has not come is refunded",
    kind: "whole",
    hint: "From 1 to 43200. Empty: 1440, a day.",
  },
];

const FIELDS: Record<string, BrandField[]> = {
  woohoo: [
    ENVIRONMENT,
    url("Address of the contract", "Woohoo names it at on-boarding. Needed for the live environment."),
    line(
      "refnoPrefix",
      "Start of each order's reference",
      "Up to 4 letters or digits, where the contract asks for it.",
    ),
    line("billing.firstname", "First name", "Woohoo wants the shop's own address with each order."),
    line("billing.lastname", "Last name"),
    line("billing.company", "Company (optional)"),
    line("billing.email", "E-mail address"),
    line("billing.telephone", "Telephone", "+91 and 10 digits."),
    line("billing.line1", "Address"),
    line("billing.line2", "Address, second line (optional)"),
    line("billing.city", "City"),
    line("billing.region", "State"),
    line("billing.postcode", "PIN code"),
  ],
  reloadly: [
    ENVIRONMENT,
    line("senderName", "Name of the giver", "As Reloadly names it."),
    line("recipientEmail", "The shop's own mailbox", "Reloadly mails each card to it: never a shopper's."),
  ],
  http: [
    url("Address", "Of a system that speaks the contract in docs/suppliers/http.md, such as https://cards.example/v1."),
  ],
};

/** A field for a rehearsal on this machine. */
const SIMULATOR = url("Address of a simulator", "For a rehearsal on this machine. Empty: the supplier itself.");

type FieldOptions = {
  maySimulate: boolean;
  /** The environment variable that must also contain the supplier's address. */
  addressVariable: string;
};

/** The form fields of a supplier. */
export function supplierFields(kind: string, { maySimulate, addressVariable }: FieldOptions): BrandField[] {
  const also = `Set ${addressVariable} to it in the environment first: the secrets go to no other address.`;
  const own = (FIELDS[kind] ?? []).map((field) =>
    field.path === "url" ? { ...field, hint: `${field.hint} ${also}` } : field,
  );
  return [...own, ...(kind === "reloadly" && maySimulate ? [SIMULATOR] : []), ...COMMON];
}
