import type { Reader } from "../../db/database.ts";

/** The oldest and the newest encrypted text of each kind, with the ids for which they were encrypted. */
export async function listEncryptedSamples(db: Reader) {
  const voucher = (direction: "asc" | "desc") =>
    db
      .selectFrom("vouchers")
      .select(["id", "card_number_sealed as sealed"])
      .orderBy("created_at", direction)
      .limit(1)
      .execute();
  const coupon = (direction: "asc" | "desc") =>
    db
      .selectFrom("coupons")
      .select(["id", "code_sealed as sealed"])
      .orderBy("created_at", direction)
      .limit(1)
      .execute();
  return {
    voucher: [...(await voucher("asc")), ...(await voucher("desc"))],
    coupon: [...(await coupon("asc")), ...(await coupon("desc"))],
  };
}
