import { z } from "zod";

import { notFound } from "../../../base/error.ts";
import { withdrawCoupon } from "../../../coins/act-on-coupon.ts";
import { makeBatch, repeatableSince } from "../../../coins/coupon-batches.ts";
import { idOf } from "../../../forms/make-once.ts";
import { parse, parseBody, parseQuery, Text } from "../../../http/parse.ts";
import { cutPage, Place } from "../../../http/place-in-list.ts";
import { findBatch, listOpenBatches } from "../../../repositories/coins/coupon-batches.ts";
import {
  countWithdrawable,
  COUPON_SORTS,
  type CouponSort,
  findCoupon,
  listCoupons,
} from "../../../repositories/coins/coupon-list.ts";
import type { Shop } from "../../../shop/shop.ts";
import { auditOnce, type BrandCall, type BrandRoute } from "../../brand-route.ts";
import { CouponFilter, stateOf } from "./coupon-filter.ts";
import { CouponsBody, findOwner, readLastDay } from "./coupons-body.ts";
import { exportCoupons } from "./export-coupons.ts";

const PAGE = 50;

const Id = Text(64);

const ListQuery = CouponFilter.extend({
  sort: z
    .enum(COUPON_SORTS.flatMap((sort) => [sort, `-${sort}`] as const))
    .default("-created")
    .transform((text) => ({ sort: text.replace("-", "") as CouponSort, isDescending: text.startsWith("-") })),
  after: Place.optional(),
});

/** Coupons for coins, without their codes. Amounts in answers are hundredths. */
export const couponRoutes: readonly BrandRoute[] = [
  { method: "get", path: "/coupons", permission: "shoppers.read", handle: list },
  {
    method: "get",
    path: "/coupons.csv",
    permission: "shoppers.export",
    needsCode: true,
    async handle(call) {
      const filter = parseQuery(CouponFilter, call.req);
      await call.audit({ act: "coupons.list", subject: "coupons", after: filter }, () => exportCoupons(call, filter));
    },
  },
  {
    method: "post",
    path: "/coupons",
    permission: "coins.grant",
    needsCode: true,
    async handle(call) {
      const { shop, member } = call;
      const { form: formId, ...asked } = parseBody(CouponsBody, call.req);
      const { amount, count } = asked;
      const redeemBy = readLastDay(shop, asked.last_day);
      const userId = await findOwner(shop, asked.email);
      const form = { id: formId, asked: { ...asked, by: member.email } };
      // The same id for the same form, so that the entries of two at once name the same batch.
      const id = idOf("coupons", form);
      const after = { count, amount, last_day: asked.last_day, shopper: userId };
      return auditOnce(call, form, { act: "coupons.create", subject: id, after }, () =>
        makeBatch(shop, { id, count, amount, userId, redeemBy }, member.email, form),
      );
    },
  },
  {
    method: "post",
    path: "/coupons/:coupon/withdraw",
    permission: "coins.grant",
    needsCode: true,
    async handle(call) {
      const coupon = await findCoupon(call.shop.db.read, parse(Id, call.req.params.coupon));
      if (coupon === undefined) throw notFound();
      await withdrawCoupon(call, coupon);
    },
  },
];

async function list({ shop, req, member }: BrandCall) {
  const { sort, after, ...filter } = parseQuery(ListQuery, req);
  const { read } = shop.db;
  const now = shop.clock.now();
  const found = await listCoupons(read, { ...filter, now }, { ...sort, after, limit: PAGE + 1 });
  const { rows, next } = cutPage(found, PAGE, ({ place, id }) => ({ value: place, id }));
  const open = await listOpenBatches(read, member.email, repeatableSince(shop));
  return {
    coupons: rows.map(({ place: _, batch_id: batch, ...row }) => ({ ...row, batch, state: stateOf(row, now) })),
    next,
    batches: open.map((batch) => ({ ...batch, is_own: batch.made_by === member.email })),
    batch: filter.batch === undefined ? null : await describeBatch(shop, filter.batch),
  };
}

/** @throws ApiError 404 */
async function describeBatch({ db }: Shop, id: string) {
  const batch = await findBatch(db.read, id);
  if (batch === undefined) throw notFound();
  const { made_by, created_at } = batch;
  return { id, made_by, created_at, unused: await countWithdrawable(db.read, id) };
}
