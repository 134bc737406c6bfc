import { toRupeeText } from "./rupees.ts";

type UpiPayment = { payee: string; name: string; reference: string; paise: number; note: string };

/** A link to pay by UPI, in the format of NPCI's linking specification. */
export function upiLink({ payee, name, reference, paise, note }: UpiPayment, start = "upi://pay"): string {
  const fields = { pa: payee, pn: name, tr: reference, tn: note, am: toRupeeText(paise), cu: "INR", mc: "5947" };
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${start}?${query.join("&")}`;
}
