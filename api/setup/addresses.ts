import { isLoopbackAddress, isPublic } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import {
  createSecrets,
  MissingSecret,
  type SecretUse,
  type SecretValues,
  secretVariable,
} from "../../config/brand/secrets.ts";
import { hostOf } from "../../config/typed/ip-address.ts";
import { ApiError } from "../base/error.ts";
import type { Shop } from "../shop/shop.ts";

/** True if the console offers a simulator: a public brand with a simulator does not open (config/brand/exposure.ts). */
export const maySimulate = (tenant: Pick<Tenant, "hostnames">): boolean => !isPublic(tenant);

/** The secrets that an address gets: `PAYMENTS` of the brand, or `SUPPLIER` of one of its suppliers. */
type Receiver = { use: SecretUse; owner: string[]; secrets: SecretValues };

/**
 * Refuses an address that the environment does not name beside its secrets. Otherwise a member could redirect the secrets, and
 * could query addresses that only this machine can reach. While no brand is public, a simulator on this machine needs no such
 * variable.
 * @throws ApiError 400
 */
export function refuseAddress(shop: Pick<Shop, "isLoopbackAllowed">, url: string, receiver: Receiver) {
  if (shop.isLoopbackAllowed() && isOfThisMachine(url)) return;
  if (readAddresses(receiver).includes(url)) return;
  const variable = secretVariable(receiver.use, receiver.owner, "URL");
  const text = `The environment has to name this address in ${variable} first: the secrets go to no other one.`;
  throw new ApiError(400, text, { url: text });
}

function readAddresses({ use, owner, secrets }: Receiver): string[] {
  try {
    return createSecrets(secrets, use, ...owner).read("URL");
  } catch (error) {
    if (error instanceof MissingSecret) return [];
    throw error;
  }
}

function isOfThisMachine(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return /^https?:$/.test(url.protocol) && isLoopbackAddress(hostOf(url));
}
