import type { Kysely } from "kysely";
import { shop } from "./migrations/001-shop.ts";
import { orders } from "./migrations/002-orders.ts";
import { accounts } from "./migrations/004-accounts.ts";
import { coinLots } from "./migrations/005-coin-lots.ts";
import { terms } from "./migrations/006-terms.ts";
import { receipts } from "./migrations/007-receipts.ts";
import { operator } from "./migrations/008-operator.ts";
import { gifts } from "./migrations/009-gifts.ts";
import { usedVouchers } from "./migrations/010-used-vouchers.ts";
import { review } from "./migrations/011-review.ts";
import { lists } from "./migrations/012-lists.ts";
import { devices } from "./migrations/013-devices.ts";
import { signUps } from "./migrations/014-sign-ups.ts";
import { sealedClaimLinks } from "./migrations/015-sealed-claim-links.ts";
import { purchaseLimits } from "./migrations/016-purchase-limits.ts";
import { stockNotices } from "./migrations/017-stock-notices.ts";
import { requestIds } from "./migrations/018-request-ids.ts";
import { reviewReasons } from "./migrations/019-review-reasons.ts";

/** A step forward. `up` runs inside a transaction, on SQLite and on PostgreSQL, and is never changed once released. */
export type Migration = { name: string; up(db: Kysely<unknown>): Promise<void> };

export const migrations: Migration[] = [
  shop,
  orders,
  accounts,
  coinLots,
  terms,
  receipts,
  operator,
  gifts,
  usedVouchers,
  review,
  lists,
  devices,
  signUps,
  sealedClaimLinks,
  purchaseLimits,
  stockNotices,
  requestIds,
  reviewReasons,
];
