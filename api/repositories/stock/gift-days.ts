import type { Reader } from "../../db/database.ts";

/** The day on which a line's gift is to be sent; null for at once, and for a line without a gift. */
export async function findSendOn(db: Reader, orderItemId: string): Promise<string | null> {
  const query = db.selectFrom("gifts").select("send_on").where("order_item_id", "=", orderItemId);
  return (await query.executeTakeFirst())?.send_on ?? null;
}
