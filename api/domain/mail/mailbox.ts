/** Gmail's domains. Gmail ignores dots in the name. */
const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * The mailbox to which an address delivers, for counts by person: lower case, without the plus part, and for Gmail without dots.
 * Never send mail to it or use it as a login: some mail hosts treat such addresses as different.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [typed, domain] = [address.slice(0, at), address.slice(at + 1)];
  const name = typed.split("+")[0] || typed;
  return GMAIL.includes(domain) ? `${name.replaceAll(".", "") || name}@gmail.com` : `${name}@${domain}`;
}
