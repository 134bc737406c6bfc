import type { BrandField } from "../brand/settings/fields.ts";
import { ENVIRONMENT } from "./environment-field.ts";

const mode: BrandField = {
  path: "mode",
  label: "Where shoppers pay",
  kind: "choice",
  options: { hosted: "On the gateway's own page", direct: "In the shop, by UPI link or QR code" },
  hint: "In the shop: only once the gateway has enabled it for the account.",
};
const refunds: BrandField = {
  path: "refunds",
  label: "Refunds",
  kind: "choice",
  options: { automatic: "Are sent at once", manual: "Each waits until somebody sends it" },
};

/** The settings of each gateway, by its name in tenant.json. */
const FIELDS: Record<string, BrandField[]> = {
  razorpay: [mode, refunds],
  cashfree: [ENVIRONMENT, mode, refunds],
  phonepe: [ENVIRONMENT, mode, refunds],
  vpa: [
    { path: "vpa", label: "UPI id", hint: "Such as maple@bank: a merchant's, from your bank." },
    {
      path: "window_minutes",
      label: "Minutes that an order waits for its payment",
      kind: "whole",
      hint: "From 5 to 10080. Empty: 1440, a day.",
    },
  ],
};

/** A field for a rehearsal on this machine. */
const SIMULATOR: BrandField = {
  path: "url",
  label: "Address of a simulator",
  hint: "For a rehearsal on this machine with awning simulate. Empty: the gateway itself.",
};

/** The form fields of a gateway. */
export function fieldsOf(gateway: string, { maySimulate }: { maySimulate: boolean }): BrandField[] {
  const fields = FIELDS[gateway] ?? [];
  return maySimulate && gateway !== "sandbox" && gateway !== "vpa" ? [...fields, SIMULATOR] : fields;
}
