import { isIP } from "node:net";

import { isLoopbackAddress, isPublic } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";
import { ApiError } from "../error.ts";
import { isAllowedAddress } from "../remote/public-address.ts";

/** Whether the brand may be rehearsed against a simulator: a public one sends its secrets to its gateway alone. */
export const maySimulate = (tenant: Pick<Tenant, "hostnames">): boolean => !isPublic(tenant);

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** The brand's secrets go to such an address. */
function readAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? null : url;
}

function isOfThisMachine(text: string): boolean {
  const url = readAddress(text);
  return url !== null && /^https?:$/.test(url.protocol) && isLoopbackAddress(hostOf(url));
}

function isOfTheInternet(text: string): boolean {
  const url = readAddress(text);
  if (url?.protocol !== "https:" || isLoopbackAddress(hostOf(url))) return false;
  return isIP(hostOf(url)) === 0 || isAllowedAddress(hostOf(url), { isLoopbackAllowed: false });
}

/**
 * @param hasOwnHost whether an account has an address of its own, which its contract names; else only a simulator has one
 * @throws ApiError 400
 */
export function refuseAddress(tenant: Tenant, url: string, { hasOwnHost = false } = {}) {
  if (maySimulate(tenant) && isOfThisMachine(url)) return;
  if (hasOwnHost && isOfTheInternet(url)) return;
  const text = hasOwnHost
    ? "Enter an address that begins with https:// and is on the internet."
    : "Enter the address of a simulator on this machine, such as http://127.0.0.1:4010.";
  throw new ApiError(400, text, { url: text });
}
