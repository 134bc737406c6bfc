import { isIP, isIPv4 } from "node:net";

/** The IP address in `text`, or undefined. Some gateways append a port (`203.0.113.9:4711`, `[::1]:4711`). */
export function readIpAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^([^:]*):\d{1,5}$/.exec(trimmed)?.[1];
  const address = bracketed ?? withPort ?? trimmed;
  return isIP(address) === 0 ? undefined : address;
}

/** The hostname of a URL, without the brackets of an IPv6 address: `https://[::1]:8443/` -> `::1`. */
export const hostOf = ({ hostname }: Pick<URL, "hostname">): string => hostname.replace(/^\[|\]$/g, "");

/** The network of an address, for logs: `203.0.113.0/24`, `2001:db8:1::/48`. Undefined without an address. */
export function loggedNetwork(text: string): string | undefined {
  const address = readIpAddress(text.replace(/^::ffff:(?=\d+\.)/i, ""));
  if (address === undefined) return undefined;
  if (isIP(address) === 4) return address.replace(/\d+$/, "0/24");
  const head = canonical(address).split("::", 1)[0]!.split(":").filter(Boolean);
  return `${[...head, "0", "0", "0"].slice(0, 3).join(":")}::/48`;
}

/**
 * The network by which limits count: `2001:db8:1:2::7` -> `2001:db8:1:2`; IPv4, also mapped into IPv6, stays whole. Ports do not
 * count. All other texts are one network: "unknown".
 */
export function networkOf(text: string): string {
  const address = readIpAddress(text);
  if (address === undefined) return "unknown";
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return groups.slice(0, 4).join(":");
  const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join(".");
}

/** An IPv6 address without its zone and leading zeros: the URL parser writes each address in one way. */
const canonical = (address: string) => hostOf(new URL(`http://[${address.split("%", 1)[0]}]/`));

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [left = "", right] = canonical(address).split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right ? right.split(":") : [];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}
