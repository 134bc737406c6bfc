import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

import { readIpAddress } from "../../config/typed/ip-address.ts";

const thisMachine = new BlockList();
thisMachine.addSubnet("127.0.0.0", 8);
thisMachine.addAddress("::1", "ipv6");

/** This machine, container bridges and local networks (RFC 1918, 3927, 4193, 4291). */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix);
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");

type Connection = Pick<IncomingMessage, "socket" | "headers">;

/** True if peer and proxy headers are loopback. No proxy needs trust: its headers can only make this false. */
export function isFromThisMachine({ socket, headers }: Connection): boolean {
  const { "x-forwarded-for": forwardedFor = "", forwarded, "x-real-ip": realIp } = headers;
  if (forwarded !== undefined || realIp !== undefined) return false;
  return [socket.remoteAddress ?? "", ...hopsIn(forwardedFor)].every((address) => isIn(thisMachine, address));
}

/** The same for this machine, container bridges and local networks. */
export function isFromPrivateNetwork({ socket, headers }: Connection): boolean {
  const { "x-forwarded-for": forwardedFor } = headers;
  if (socket.remoteAddress === "127.0.0.1" && forwardedFor === undefined) return true;
  const hops = hopsIn(forwardedFor ?? "").flatMap((hop) => readIpAddress(hop) ?? []);
  return [socket.remoteAddress ?? "", ...hops].every((address) => isIn(privateNetworks, address));
}

const hopsIn = (forwardedFor: string | string[]) =>
  [forwardedFor]
    .flat()
    .join()
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
