import { isCurrentKeyWrong } from "../audit/rotate-keys.ts";
import { sealClaimLinks } from "../catalogue/seal-claim-links.ts";
import type { Shop } from "../shop/shop.ts";

/** The preparation of a shop by a process before its first use. */
export async function beginShop(shop: Shop) {
  await sealClaimLinks(shop);
  if (await isCurrentKeyWrong(shop)) {
    const key = shop.keys.current("voucher").id;
    shop.log.error({ key }, "DATA_KEY holds another key under this id than the one that sealed the codes");
  }
  if (shop.tenant.seed === "demo") {
    const { seedDemo } = await import("../seed/seed-demo.ts"); // real shops and commands start without it
    await seedDemo(shop);
  }
}
