import { notFound } from "../../../base/error.ts";
import { decideWaitingBatch, giveCodes, withdrawCoupons } from "../../../coins/coupon-batches.ts";
import { indianDay } from "../../../domain/days.ts";
import { toDecimal } from "../../../domain/files/csv-lines.ts";
import { parse, Text } from "../../../http/parse.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { findBatch } from "../../../repositories/coins/coupon-batches.ts";
import { refuseSamePerson } from "../../../staff/second-person.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";

/** Coupons that were made together. Their codes go to the member who made them. */
export const couponBatchRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/coupons/batches/:batch/codes",
    permission: "coins.grant",
    needsCode: true,
    async handle(call) {
      const { shop, res, member, audit } = call;
      const { id, made_by } = await readBatch(call);
      if (made_by !== member.email) throw notFound();
      const codes = await audit({ act: "coupons.export", subject: id }, () => giveCodes(shop, id, member.email));
      const rows = codes.map(({ code, amount, redeem_by }) => [
        code,
        toDecimal(amount),
        redeem_by === null ? "" : indianDay(redeem_by),
      ]);
      await sendCsv(res, `coupons-${shop.tenant.id}`, [["code", "coins", "last_day"], ...rows]);
    },
  },
  ...(["approve", "refuse"] as const).map((verdict): BrandRoute => ({
    method: "post",
    path: `/coupons/batches/:batch/${verdict}`,
    permission: "coins.approve",
    needsCode: true,
    async handle(call) {
      const { id, amount, made_by } = await readBatch(call);
      const isApproved = verdict === "approve";
      await call.audit({ act: `coupons.${verdict}`, subject: id, before: { amount, made_by } }, async () => {
        if (isApproved) await refuseSamePerson(call.staff, made_by, call.member.email);
        await decideWaitingBatch(call.shop, id, { isApproved, by: call.member.email });
      });
    },
  })),
  {
    method: "post",
    path: "/coupons/batches/:batch/withdraw",
    permission: "coins.grant",
    needsCode: true,
    async handle(call) {
      const { id, amount, made_by } = await readBatch(call);
      await call.audit({ act: "coupons.withdraw", subject: id, before: { amount, made_by } }, () =>
        withdrawCoupons(call.shop, { batch: id }),
      );
    },
  },
];

/** @throws ApiError 404 */
async function readBatch({ shop, req }: BrandCall) {
  const batch = await findBatch(shop.db.read, parse(Text(64), req.params.batch));
  if (batch === undefined) throw notFound();
  return batch;
}
