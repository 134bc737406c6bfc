import { inIndia, toDecimal, toTime } from "../../../domain/files/csv-lines.ts";
import { everyRow } from "../../../http/every-row.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { listCoupons } from "../../../repositories/coins/coupon-list.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandCall } from "../../brand-route.ts";
import { type CouponFilter, stateOf } from "./coupon-filter.ts";

/** Sends the whole filtered list as CSV, without codes, the newest first. */
export const exportCoupons = ({ shop, res }: BrandCall, filter: CouponFilter) =>
  sendCsv(res, `coupon-list-${shop.tenant.id}`, listRows(shop, filter));

async function* listRows({ db, clock }: Shop, filter: CouponFilter) {
  yield [
    "id",
    inIndia("made_at"),
    "made_with",
    "coins",
    "only_for",
    inIndia("redeem_by"),
    "state",
    inIndia("redeemed_at"),
    "redeemed_by",
  ];
  const now = clock.now();
  const coupons = everyRow(
    (page) => listCoupons(db.read, { ...filter, now }, { sort: "created", isDescending: true, ...page }),
    ({ place, id }) => ({ value: place, id }),
  );
  for await (const row of coupons)
    yield [
      row.id,
      toTime(row.created_at),
      row.batch_id,
      toDecimal(row.amount),
      row.owner,
      toTime(row.redeem_by),
      stateOf(row, now),
      toTime(row.redeemed_at),
      row.redeemer,
    ];
}
