import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { DAY_MS } from "../domain/days.ts";
import { translated } from "../domain/translations.ts";
import { composeConfirmDevice } from "../mail/confirm-device.ts";
import { composeGift } from "../mail/gift.ts";
import type { Letter } from "../mail/letter.ts";
import type { OrderMail } from "../mail/order-mail.ts";
import { pictureOf } from "../mail/parts.ts";
import { composeRefund } from "../mail/refund.ts";
import { composeResetCode } from "../mail/reset-code.ts";
import { senderOf } from "../mail/server/create-mailer.ts";
import { composeVerifyEmail } from "../mail/verify-email.ts";
import { composeVouchers } from "../mail/vouchers.ts";
import { findProducts } from "../repositories/catalogue/catalogue.ts";
import type { Shop } from "../shop/shop.ts";

const SHOPPER = { username: "Asha", email: "asha@shopper.example", email_verified_at: 0 };

/** A card of the brand; the face value is in paise. */
type Card = { id: number; name: string; faceValue: number; imageUrl: string };
type Sample = { tenant: Tenant; shop: Shop; card: Card };

/** The URL of a page of the shop. */
const inShop = ({ tenant }: Sample, path: string) => new URL(path, canonicalOrigin(tenant)).href;

const orderOf = (sample: Sample): OrderMail => ({
  tenant: sample.tenant,
  to: SHOPPER.email,
  orderNumber: "ORD0000000000",
  reference: "XXX-222-222",
  name: SHOPPER.username,
  historyUrl: inShop(sample, "/order-history"),
  receipt: { number: "2026-27/000001", url: inShop(sample, "/receipt") },
});

/** Each function calls the composer of the real mail. */
const MAKERS = {
  vouchers: (sample) => {
    const { shop, card } = sample;
    const voucher = {
      name: card.name,
      faceValue: card.faceValue,
      cardNumber: "0000 0000 0000 0000",
      pin: "000000",
      claimUrl: null,
      expiresAt: shop.clock.now() + 365 * DAY_MS,
      pictureUrl: pictureOf(card.imageUrl, canonicalOrigin(sample.tenant)),
      productUrl: inShop(sample, `/shopping-cart?product=${card.id}`),
    };
    return composeVouchers(orderOf(sample), [voucher]);
  },
  gift: (sample) => {
    const { name, faceValue: denomination, imageUrl: image_url } = sample.card;
    const people = { sender_name: SHOPPER.username, recipient_name: "Ravi", recipient_email: "ravi@friend.example" };
    const gift = { ...people, name, denomination, image_url, issued: 1, message: "Happy birthday!" };
    return composeGift(sample.tenant, gift, inShop(sample, "/gift"));
  },
  refund: (sample) => composeRefund(orderOf(sample), { amount: sample.card.faceValue, coins: 0 }),
  "verify-email": (sample) => composeVerifyEmail(sample.tenant, SHOPPER.email, inShop(sample, "/verify-email")),
  "reset-code": ({ tenant, shop }) =>
    composeResetCode(tenant, SHOPPER, { code: "7KXM", validMs: shop.limits.resetCodeMs }),
  "confirm-device": ({ tenant, shop }) =>
    composeConfirmDevice(tenant, SHOPPER, {
      code: "7KXM",
      client: "Chrome on Android",
      validMs: shop.limits.deviceCodeMs,
    }),
} satisfies Record<string, (sample: Sample) => Letter>;

export type SampleMail = keyof typeof MAKERS;
export const SAMPLE_MAILS = Object.keys(MAKERS) as SampleMail[];

/**
 * A mail of the shop to a made-up shopper, in the look of `tenant`, about the first card of the catalogue.
 * @param tenant the brand's settings, possibly from a draft
 */
export async function makeSampleMail(shop: Shop, tenant: Tenant, kind: SampleMail) {
  const { name, address } = senderOf(tenant);
  const letter: Letter = MAKERS[kind]({ tenant, shop, card: await findCard(shop) });
  return { ...letter, from: `${name} <${address}>`, origin: canonicalOrigin(tenant) };
}

async function findCard({ db }: Shop): Promise<Card> {
  const { products } = await findProducts(
    db.read,
    { subcategoryIds: [] },
    { order: "recommended", page: 1, perPage: 1 },
  );
  const [first] = products;
  if (first === undefined) return { id: 1, name: "Sample", faceValue: 50_000, imageUrl: "" };
  return {
    id: first.id,
    name: translated(first).name,
    faceValue: first.denominations[0]?.min ?? 50_000,
    imageUrl: first.image_url,
  };
}
