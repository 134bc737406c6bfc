import { t } from "../../config/language/t.ts";
import { ApiError, notFound } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { denominationProblem } from "../domain/denominations.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import { findProduct } from "../repositories/catalogue/catalogue.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import { listStockLeft } from "../repositories/stock/stock-left.ts";
import { type Choice, insertNotice, listNotices } from "../repositories/stock/stock-notices.ts";
import type { Shop } from "../shop/shop.ts";

type Asked = Choice & { userId: string; url: string };

/**
 * Adds a request for a mail when the amount is back in stock; a repeated request changes nothing.
 * @throws ApiError 404 for an unknown product, 400 for an amount that it is not sold for, 409 for one in stock, 422
 * with too many requests at once, 429 with too many in a day
 */
export const askForNotice = (shop: Shop, asked: Asked): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const { limits, clock } = shop;
    const { userId, productId, denomination } = asked;
    await lockUser(tx, userId);
    await checkSoldOut(tx, shop, asked);
    const own = await listNotices(tx, userId);
    if (own.some((notice) => notice.product_id === productId && notice.denomination === denomination)) return;
    if (own.length >= limits.stockNoticesPerUser) throw new ApiError(422, t("api.waitsForMany", { count: own.length }));
    if (!(await takeFromDay(tx, `stock-notice ${userId}`, limits.stockNoticesPerUserAndDay, clock.now())))
      throw new ApiError(429, t("api.tooManyMails"));
    await insertNotice(tx, { ...asked, now: clock.now() });
  });

async function checkSoldOut(tx: Writer, { tenant, clock }: Shop, { productId, denomination }: Choice) {
  const product = await findProduct(tx, productId);
  if (!product) throw notFound();
  const problem = denominationProblem(denomination, product.denominations);
  if (problem) throw new ApiError(400, problem, { denomination: problem });
  const stock = (await listStockLeft(tx, tenant, [productId], clock.now())).get(productId)!;
  const entry = stock.find(({ amount }) => amount === denomination) ?? stock.find(({ amount }) => amount === null);
  if (product.is_available === 1 && entry?.left !== 0)
    throw new ApiError(409, t("api.inStockAgain", { product: product.name }));
}
