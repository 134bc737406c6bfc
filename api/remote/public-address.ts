import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

import { isLoopbackHostname } from "../../config/brand/loopback.ts";

/** Nets as "10.0.0.0/8". */
function blockList(nets: string, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const net of nets.split(" ")) {
    const [address, prefix] = net.split("/") as [string, string];
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Addresses that are not of the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry/). */
const PRIVATE = {
  ipv4: blockList(
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
      "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
    "ipv4",
  ),
  /** Within 2000::/3: Teredo and others of the IETF, documentation, and 6to4, which can hold a private IPv4 address. */
  ipv6: blockList("2001::/23 2001:db8::/32 2002::/16 3fff::/20", "ipv6"),
};
const GLOBAL_IPV6 = blockList("2000::/3", "ipv6");
const LOOPBACK = { ipv4: blockList("127.0.0.0/8", "ipv4"), ipv6: blockList("::1/128 ::ffff:127.0.0.0/104", "ipv6") };

/** True if the shop may send requests to an IP address that the operator named. */
export function isAllowedAddress(address: string, { isLoopbackAllowed }: { isLoopbackAllowed: boolean }): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isLoopbackAllowed && LOOPBACK[family].check(address, family)) return true;
  return !PRIVATE[family].check(address, family) && (family === "ipv4" || GLOBAL_IPV6.check(address, family));
}

export class AddressRefused extends Error {
  override name = "AddressRefused";

  constructor() {
    super("its address is not on the public internet");
  }
}

/**
 * Resolves a name for a connection, and refuses it if any address is not allowed. It runs when the connection is made, so that
 * the address cannot change between check and use. Names of this machine need no resolver (RFC 6761).
 */
export const lookupAllowed =
  (allowed: { isLoopbackAllowed: boolean }): LookupFunction =>
  (hostname, options, callback) =>
    resolve(isLoopbackHostname(hostname) ? "127.0.0.1" : hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      if (found.length === 0 || !found.every(({ address }) => isAllowedAddress(address, allowed)))
        return callback(new AddressRefused(), "", 0);
      if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
