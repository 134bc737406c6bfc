import type { Before } from "../db/database.ts";
import type { Audit } from "../ports/audit.ts";
import type { Shop } from "../shop/shop.ts";
import { disableShopper, enableShopper } from "./disable.ts";

// The actions of members on an account that are also made on many at once (bulk/), with their entries in the audit. Their subject is
// the shopper's id, because the audit must not keep an erased person's address.

type Call = { shop: Shop; audit: Audit };
/** `before` runs first in the transaction. */
type Decision = { reason: string; before?: Before };

/** @returns the number of sessions that were open */
export const disable = ({ shop, audit }: Call, id: string, { reason, before }: Decision): Promise<number> =>
  audit({ act: "shopper.disable", subject: id, reason }, () => disableShopper(shop, id, before));

export async function enable({ shop, audit }: Call, id: string, { reason, before }: Decision) {
  await audit({ act: "shopper.enable", subject: id, reason }, () => enableShopper(shop, id, before));
}
