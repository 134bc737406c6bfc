import type { Tenant } from "../../config/brand/schema.ts";
import { CONTRACT } from "./contract.ts";
import type { Call } from "./transport.server.ts";

const find = ({ method, path }: Call) => CONTRACT.find((known) => known.path === path && known.method === method);

/** The call's name in the contract; "other" for a call that the contract does not have. */
export const nameOfCall = (call: Call): string => find(call)?.name ?? "other";

/** True for a call that not every backend has. Its 401 does not mean that the session has ended. */
export function isExtension(call: Call): boolean {
  const known = find(call);
  return known === undefined || known.feature !== undefined;
}

/** True if the brand's backend has this call. The embedded API has all calls; others have those that `features` declare. */
export function hasCall({ api, features }: Tenant, call: Call): boolean {
  if (api.url === "embedded" || !isExtension(call)) return true;
  const feature = find(call)?.feature;
  return feature !== undefined && features[feature];
}
