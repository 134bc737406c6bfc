import { createHash } from "node:crypto";

/**
 * Our id of a supply order: 20 characters of [A-Za-z0-9], so that Woohoo's 25 leave room for a prefix. It derives from the order
 * line and the number of the try, so that a second computation gives the same one; brands may share a supplier's account.
 */
export const supplyRef = (tenantId: string, orderItemId: string, tryNumber: number) =>
  `A${createHash("sha256").update(`${tenantId}/${orderItemId}/${tryNumber}`).digest("hex").slice(0, 19)}`;
