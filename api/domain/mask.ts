/** A shopper's data for members of the staff who may not see it: enough to distinguish two shoppers. */

/** "a…@example.test". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${email[0]}…${email.slice(at)}`;
}

/** "A…". */
export const maskName = (name: string) => `${[...name][0] ?? ""}…`;

/** "…210". */
export const maskPhone = (phone: string) => `…${phone.slice(-3)}`;

/** The data that somebody sees about people: all, or enough to distinguish them. */
export function createEyes(isOpen: boolean) {
  const show = (mask: (text: string) => string) => (text: string) => (isOpen ? text : mask(text));
  return { email: show(maskEmail), name: show(maskName), phone: show(maskPhone) };
}
