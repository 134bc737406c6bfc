import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { randomId } from "../domain/tokens.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import type { MailContents } from "./kinds.ts";
import { queueSealedMail } from "./sealed-mail.ts";

/**
 * Mails a message to the brand's own address. `net` is the network by which the limits count.
 * @throws ApiError 429 when the network or the whole shop has used up its messages of the day
 */
export async function sendContactMessage(shop: Shop, net: string, contents: MailContents<"contact-message">) {
  const { db, limits, clock } = shop;
  const isTaken = await db.transaction(async (tx) => {
    const take = (quota: string, limit: number) => takeFromDay(tx, `contact ${quota}`, limit, clock.now());
    if (!(await take(net, limits.contactMessagesPerNetAndDay))) return false;
    if (!(await take("all", limits.contactMessagesPerDay))) return false;
    await queueSealedMail(tx, shop, { kind: "contact-message", about: randomId(), contents });
    return true;
  });
  if (!isTaken) throw new ApiError(429, t("api.tooManyMessages"));
}
