import { resendGift } from "../gifts/act-on-gift.ts";
import { listGiftsById } from "../repositories/gifts/gifts.ts";
import type { Shop } from "../shop/shop.ts";
import type { BulkAction } from "./bulk-action.ts";

/** The gifts of orders, by their orders and products. */
export const giftNames = async ({ db }: Shop, ids: string[]) =>
  (await listGiftsById(db.read, ids)).map(({ order_item_id: id, order_number, name }) => ({
    id,
    name: `${order_number}, ${name}`,
  }));

export const resendGifts: BulkAction = {
  label: "Gifts sent again",
  permission: "orders.act",
  needsCode: false,
  needsReason: false,
  changesCatalogue: false,
  look: async ({ db }, ids) =>
    (await listGiftsById(db.read, ids)).map(({ order_item_id: id, due_at, opened_at, sent_at }) => {
      if (due_at === null) return { id, reason: "has no cards yet" };
      if (opened_at !== null) return { id, reason: "is opened" };
      return sent_at === null ? { id, reason: "waits for its day, or is on its way" } : { id };
    }),
  async act(call, { id }) {
    const [gift] = await listGiftsById(call.shop.db.read, [id]);
    await resendGift(call, gift!, call.before);
  },
};
