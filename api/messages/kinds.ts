import type { MessageKind } from "../../config/brand/messages.ts";
import type { Writer } from "../db/database.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { mailCardExpiryInstead } from "./queue-card-expiry.ts";
import { mailGiftInstead } from "./queue-gift.ts";

type Kind = {
  /** The name of the daily limit in `messages` of tenant.json. */
  limit: "perDay" | "codesPerDay";
  /** True if a second copy does no harm, so that a message is sent again after a timeout. */
  mayRepeat: boolean;
  /** Replaces a message that no channel could send, in the same transaction. */
  onFailed?(tx: Writer, shop: Shop, row: MessageRow): Promise<void>;
};

/** The kinds of messages to phones. */
export const messageKinds: Record<MessageKind, Kind> = {
  vouchers: { limit: "perDay", mayRepeat: true },
  gift: { limit: "perDay", mayRepeat: true, onFailed: (tx, shop, { about }) => mailGiftInstead(tx, shop, about) },
  "card-expiry": { limit: "perDay", mayRepeat: true, onFailed: mailCardExpiryInstead },
  "sign-in-code": { limit: "codesPerDay", mayRepeat: false },
  "coins-lapse": { limit: "perDay", mayRepeat: true },
};
