import { newShortReference } from "../domain/bank/short-reference.ts";
import { giveReference, listTakenReferences, lockWithoutReference } from "../repositories/orders/short-references.ts";
import type { Shop } from "../shop/shop.ts";

const BATCH = 200;

/** Gives orders of an older version their short reference. @returns true if there may be more */
export async function giveReferences({ db, tenant }: Shop, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const count = await db.transaction(async (tx) => {
    const ids = await lockWithoutReference(tx, BATCH);
    const references = new Map(ids.map((id) => [newShortReference(tenant.id), id]));
    // Orders whose new references are taken come in the next batch.
    for (const taken of await listTakenReferences(tx, [...references.keys()])) references.delete(taken);
    for (const [reference, id] of references) await giveReference(tx, id, reference);
    return ids.length;
  });
  return count === BATCH;
}
