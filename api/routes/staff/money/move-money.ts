import type { Writer } from "../../../db/database.ts";
import { askSecondMember, countAlone, mayMoveAlone, type Move } from "../../../second-member/money-requests.ts";
import type { Action } from "../../../staff/audit-trail.ts";
import type { BrandCall } from "../../brand-route.ts";

/**
 * Moves money for a member, or leaves it waiting for a second one. @param run passes `before` to its transaction
 * @returns the answer of `run`; undefined while it waits
 */
export async function moveMoney<T>(
  { shop, audit }: BrandCall,
  move: Move,
  act: Omit<Action, "brand" | "act">,
  run: (before: (tx: Writer) => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  if (await mayMoveAlone(shop.db.read, shop, move.amount))
    return audit({ ...act, act: move.kind }, () => run((tx) => countAlone(tx, shop, move)));
  await audit({ ...act, act: `${move.kind}.ask` }, () => askSecondMember(shop, move));
  return undefined;
}
