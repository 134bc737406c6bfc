import { isIP } from "node:net";

/**
 * The IP address in `text`, which may end in a port as some gateways write it (`203.0.113.9:4711`,
 * `[2001:db8::1]:4711`); undefined where there is none.
 */
export function readIpAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^([^:]*):\d{1,5}$/.exec(trimmed)?.[1];
  const address = bracketed ?? withPort ?? trimmed;
  return isIP(address) === 0 ? undefined : address;
}
