import { readPhone } from "../../config/typed/phone.ts";
import { ApiError, notFound } from "../base/error.ts";
import { debitTaking } from "../coins/take-coins.ts";
import type { Writer } from "../db/database.ts";
import { waitingSince } from "../domain/staff/second-member.ts";
import { openContents } from "../mail/sealed-mail.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import { expireCoins, getBalance } from "../repositories/coins/coins.ts";
import { cancelExports } from "../repositories/jobs/exports.ts";
import { removePerson } from "../repositories/search/texts.ts";
import {
  deleteMail,
  deleteMailsOf,
  deleteUse,
  emptyGifts,
  forgetPayer,
  listSealedMails,
  removeStaffTexts,
  replaceBuyer,
  replacePerson,
} from "../repositories/shoppers/erase.ts";
import { findShopper, findUnfinished } from "../repositories/shoppers/records.ts";
import type { Shop } from "../shop/shop.ts";

/** The reasons against erasing a person now. */
const UNFINISHED = {
  order: "An order is still open. Wait until it is delivered, or until it is over.",
  coins: "Coins are held for an order. Wait until it is over.",
  refund: "A refund has not been sent yet.",
  payment: "A payment is still on its way back.",
  gift: "A gift has not been sent to its recipient yet.",
  grant: "A grant of coins waits for a second member. Decide about it first.",
  request: "A refund or payment of an order waits for a second member. Decide about it first.",
};

/** The reason against erasing this person now; undefined if there is none. */
export async function findErasureObstacle({ db, clock }: Shop, userId: string): Promise<string | undefined> {
  const unfinished = await findUnfinished(db.read, userId, waitingSince(clock.now()));
  return unfinished && UNFINISHED[unfinished];
}

/**
 * Erases a person for good. The books stay under a pseudonym: orders, payments, receipts and coins with numbers, amounts and
 * times (docs/erasure.md). Coins that are left are taken back. @returns their number, in hundredths @throws ApiError 400 if
 * `email` is not the shopper's (the phone of an account without one), 404 for an unknown shopper, 409 while something is unfinished
 */
export const eraseShopper = (shop: Shop, { userId, email }: { userId: string; email: string }): Promise<number> =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    if ((await findShopper(tx, userId)) === undefined) throw notFound();
    await lockUser(tx, userId);
    const shopper = (await findShopper(tx, userId))!;
    if (shopper.erased_at !== null) throw new ApiError(409, "This person was erased before.");
    refuseOtherName(shopper, email);
    const unfinished = await findUnfinished(tx, userId, waitingSince(now));
    if (unfinished !== undefined) throw new ApiError(409, UNFINISHED[unfinished]);
    await removeStaffTexts(tx, userId); // before the shop adds its own entry with a reason
    await expireCoins(tx, userId, now);
    const coins = await getBalance(tx, userId);
    if (coins > 0) await debitTaking(tx, shop, { userId, amount: coins, reason: "The account was erased." });
    await deleteQueuedMails(tx, shop, userId, shopper.email);
    await deleteMailsOf(tx, userId); // before the deletion of the rows by which it finds them
    await deleteUse(tx, userId);
    await emptyGifts(tx, userId);
    await replaceBuyer(tx, userId);
    await forgetPayer(tx, userId);
    await replacePerson(tx, userId, now);
    await removePerson(tx, userId);
    await cancelExports(tx, now);
    return coins;
  });

/** An account without an address is named by its phone. */
function refuseOtherName({ email, ...phones }: Shopper, typed: string) {
  const phone = phones.verified_phone ?? phones.phone;
  const isNamed = email === "" ? phone !== null && readPhone(typed) === phone : isSame(typed.trim(), email);
  if (isNamed) return;
  const text = `This is not the shopper's ${email === "" ? "phone number" : "e-mail address"}.`;
  throw new ApiError(400, text, { email: text });
}

type Shopper = { email: string; phone: string | null; verified_phone: string | null };

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Deletes the unsent mails to or from this person. */
async function deleteQueuedMails(tx: Writer, shop: Shop, userId: string, email: string) {
  for (const row of await listSealedMails(tx)) {
    const contents = openContents(shop, row) as { userId?: string; email?: string };
    if (contents.userId === userId || (contents.email !== undefined && isSame(contents.email, email)))
      await deleteMail(tx, row.id);
  }
}
