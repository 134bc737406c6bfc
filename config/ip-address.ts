import { isIP } from "node:net";

/** The IP address in `text`, or undefined. Some gateways append a port (`203.0.113.9:4711`, `[::1]:4711`). */
export function readIpAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^([^:]*):\d{1,5}$/.exec(trimmed)?.[1];
  const address = bracketed ?? withPort ?? trimmed;
  return isIP(address) === 0 ? undefined : address;
}

/** The network of an address, for logs: `203.0.113.0/24`, `2001:db8:1::/48`. Undefined without an address. */
export function loggedNetwork(text: string): string | undefined {
  const address = readIpAddress(text.replace(/^::ffff:(?=\d+\.)/i, ""));
  if (address === undefined) return undefined;
  if (isIP(address) === 4) return address.replace(/\d+$/, "0/24");
  const written = new URL(`http://[${address.split("%", 1)[0]}]/`).hostname.slice(1, -1); // canonical form, without leading zeros
  const head = written.split("::", 1)[0]!.split(":").filter(Boolean);
  return `${[...head, "0", "0", "0"].slice(0, 3).join(":")}::/48`;
}
