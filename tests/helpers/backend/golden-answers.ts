import type { z } from "zod";

import { ProfileSchema, SessionsSchema, UserSchema } from "#app/commerce/schemas/account.ts";
import { CartSchema } from "#app/commerce/schemas/cart.ts";
import { HomeSchema, ProductListSchema, SearchSchema } from "#app/commerce/schemas/catalogue.ts";
import { CoinHistorySchema, LoadCoinSchema } from "#app/commerce/schemas/coins.ts";
import { ConfigurationSchema } from "#app/commerce/schemas/configuration.ts";
import { OrderHistorySchema } from "#app/commerce/schemas/history.ts";
import { OrderSchema, PlacedOrderSchema } from "#app/commerce/schemas/orders.ts";
import { ReceiptSchema } from "#app/commerce/schemas/receipts.ts";

const denominations = [{ id: 1, min: "100.00", max: 500 }];
const category = { id: "c1", name: "Food" };
const product = {
  id: 7,
  name: "Card",
  image_url: "/media/1.svg",
  price: "100.00",
  price_mrp: 100,
  is_available: 1,
  details: "<p>a</p>",
  terms_and_conditions: "b",
  how_to_use: "c",
  category,
  subcategory: category,
  denominations,
};
const when = "2026-01-05T10:00:00Z";
const links = { phonePe: "phonepe://pay?x", paytm: "paytmmp://x", gpay: "tez://x", other: "upi://pay?x" };
const person = { username: "Asha", email: "a@b.test", phone: "9876543210" };

/** Each answer that the storefront reads, full and with required fields only. */
export const ANSWERS: [name: string, schema: z.ZodType, full: unknown, least: unknown][] = [
  ["home", HomeSchema, { categories: [category, category], subcategories: [category] }, {}],
  [
    "configuration",
    ConfigurationSchema,
    {
      organization_name: "A",
      product_name: "B",
      logo_url: "/l.svg",
      email: "a@b.test",
      address: "C",
      website_url: "https://a.test",
      primary_color: "#123456",
      button_color: "Gold",
      about_us: { title: "t", content: "c" },
    },
    { button_color: "none" },
  ],
  [
    "products",
    ProductListSchema,
    { results: [product, product], next: "/2", count: "2" },
    { results: [{ id: 1, name: "x" }] },
  ],
  [
    "sorted products",
    ProductListSchema,
    { results: { products: [product, product] }, next: null, count: 2 },
    { results: { products: [{ id: 1, name: "x" }] } },
  ],
  ["search", SearchSchema, [product, product], [{ id: 1, name: "x" }]],
  [
    "user",
    UserSchema,
    {
      ...person,
      usercoins: "12.50",
      email_verified: true,
      coins_expiring: { amount: 5, at: when },
      coins_ending: { amount: 5, at: when },
      cart_count: 3,
    },
    {},
  ],
  [
    "sessions",
    SessionsSchema,
    [{ id: "s", created_at: when, last_used_at: when, client: "Firefox", is_current: true }],
    [{ id: "s" }],
  ],
  [
    "profile",
    ProfileSchema,
    { ...person, profile_picture: "/p.png", address_line1: "1", address_line2: "2", country: "India" },
    {},
  ],
  [
    "cart",
    CartSchema,
    [
      {
        id: 1,
        quantity: "2",
        price: "100.00",
        selectedDenomination: 100,
        to_pay: 200,
        product: { id: 7, name: "Card", image_url: "/m.svg", expiry_date: when },
      },
    ],
    [{ id: 1, product: {}, quantity: 1, price: 5 }],
  ],
  [
    "loaded coins",
    LoadCoinSchema,
    { status: "success", message: "Loaded", data: { coins_added: 5, previous_balance: "10.00" } },
    { status: "success" },
  ],
  [
    "order history",
    OrderHistorySchema,
    [
      {
        id: "o1",
        order_number: "ORD1",
        order_date: when,
        status: "Completed",
        voucher_type: "Food",
        amount: "449.50",
        coins_used: 1,
        receipt_number: "R1",
        items: [{ name: "Card", image_url: "/m.svg", price_mrp: "100", quantity: 2 }],
        vouchers: [{ card_number: 1234, pin_code: "1", claim_url: "https://c.test" }],
      },
    ],
    [{ id: 1, items: [{}], vouchers: [{}] }],
  ],
  [
    "receipt",
    ReceiptSchema,
    {
      number: "R1",
      issued_at: when,
      order_number: "ORD1",
      total: 100,
      coins_used: 0,
      amount: "100.00",
      items: [{ name: "Card", quantity: 1, denomination: 100, amount: 100 }],
      refund: { amount: 1, coins: 0 },
      user: person,
      legal: { entity: "E", gstin: "G", address: "A" },
    },
    {
      number: "R1",
      order_number: "O",
      items: [],
      total: 1,
      coins_used: 0,
      amount: 1,
      user: {},
      legal: {},
    },
  ],
  [
    "coin history",
    CoinHistorySchema,
    {
      coins: [
        {
          id: 1,
          coupon_code: "C",
          amount: "-25.00",
          is_redeemed: "true",
          user: person,
          created_at: when,
          reason: "hold",
          expires_at: when,
        },
      ],
    },
    { coins: [{ id: 1 }] },
  ],
  [
    "placed order",
    PlacedOrderSchema,
    { orderId: 9, orderLink: "https://p.test", paymentLinks: links, updatedCoins: "1.00" },
    { orderId: "o", redirect_url: "https://p.test" },
  ],
  [
    "order",
    OrderSchema,
    {
      order_id: 9,
      order_number: "ORD1",
      status: "PAYMENT_PENDING",
      amount: "449.50",
      coins_used: 1,
      created_at: when,
      expires_at: 1_790_000_000,
      redirectUrl: "/x",
      user: person,
      paymentLinks: links,
      qrPayload: "upi://x",
    },
    { status: "x" },
  ],
];

/** The full answer of that name. */
export const goldenAnswer = (name: string) => ANSWERS.find(([known]) => known === name)![2] as any;
