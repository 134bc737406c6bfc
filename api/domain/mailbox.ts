/** Domains of Gmail, which ignores dots in a name. */
const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that an address delivers to, for counting what belongs to one person: lower case, without the plus part,
 * and for Gmail without dots. Never send mail to it, and never use it as a login: some hosts tell such addresses apart.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [typed, domain] = [address.slice(0, at), address.slice(at + 1)];
  const name = typed.split("+")[0] || typed;
  return GMAIL.includes(domain) ? `${name.replaceAll(".", "") || name}@gmail.com` : `${name}@${domain}`;
}
