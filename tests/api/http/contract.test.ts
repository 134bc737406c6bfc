import { afterAll, beforeAll, expect, test } from "vitest";

import {
  DeviceCodeSentSchema,
  DeviceTokenSchema,
  LoginSchema,
  ProfileSchema,
  RefreshSchema,
  ResetBegunSchema,
  ResetTokenSchema,
  SessionsSchema,
  UserSchema,
} from "#app/commerce/schemas/account.ts";
import { AddedSchema, CartSchema } from "#app/commerce/schemas/cart.ts";
import { HomeSchema, ProductListSchema, SearchSchema } from "#app/commerce/schemas/catalogue.ts";
import { CoinHistorySchema, LoadCoinSchema } from "#app/commerce/schemas/coins.ts";
import { ConfigurationSchema } from "#app/commerce/schemas/configuration.ts";
import { OrderHistorySchema } from "#app/commerce/schemas/history.ts";
import { OrderSchema, PlacedOrderSchema } from "#app/commerce/schemas/orders.ts";

import { insertVouchers } from "../../../api/repositories/cards/vouchers.ts";
import { insertCoupon } from "../../../api/repositories/coins/coupons.ts";
import type { Step } from "../../../cli/conform/report.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { runCli } from "../../helpers/cli/cli.ts";

// The two programs are written apart: here the storefront's schemas read every answer of the embedded API.

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi("sqlite", { workers: false });
  token = (await api.signUp({ email: "asha@example.test" })).token;
  const shop = api.shop();
  await shop.db.transaction(async (tx) => {
    await insertCoupon(tx, shop, { code: "WELCOME-100", amount: 10_000, userId: null, validDays: null });
    const voucher = { pin: "4321", claimUrl: "https://claim.example/1", faceValue: 10_000, expiresAt: null };
    await insertVouchers(tx, shop, PRODUCT.choices, [{ ...voucher, cardNumber: "CARD-0001" }]);
  });
});
afterAll(() => api.close());

const get = async (path: string) => (await api.request("GET", path, { token })).body;
const send = async (method: string, path: string, body: unknown) =>
  (await api.request(method, path, { token, body })).body;

test("GET /home/", async () => {
  const home = HomeSchema.parse(await get("/home/"));
  expect(home.categories).toEqual([
    expect.objectContaining({ name: "Food" }),
    expect.objectContaining({ name: "Travel" }),
  ]);
  expect(home.subcategories.map(({ name }) => name)).toEqual(["Pizza", "Coffee", "Hotels", "Trains"]);
});

test("GET /configurator/", async () => {
  const configuration = ConfigurationSchema.parse(await get("/configurator/"));
  expect(configuration).toMatchObject({
    organizationName: "acme rewards",
    email: "help@acme.test",
    colours: { primary_color: "#123456" },
  });
});

test("GET /products/, GET /products/?id= and GET products/sort/", async () => {
  const list = ProductListSchema.parse(await get("/products/?page=1&perPage=8"));
  expect(list).toMatchObject({ hasMore: true, count: 20, products: { length: 8 } });
  const sorted = ProductListSchema.parse(await get("/products/sort/?sort=asc&page=3&perPage=8"));
  expect(sorted).toMatchObject({ hasMore: false, count: 20, products: { length: 4 } });
  const one = ProductListSchema.parse(await get(`/products/?id=${PRODUCT.choices}`));
  expect(one.products).toEqual([
    {
      id: String(PRODUCT.choices),
      name: "Crust Court",
      imageUrl: "/media/cards/test.svg",
      isAvailable: true,
      price: 10_000,
      priceMrp: 10_000,
      details: "<p>Good for <b>one</b> meal</p>",
      termsAndConditions: "<ul><li>Once</li></ul>",
      howToUse: "<p>Show it</p>",
      category: expect.objectContaining({ name: "Food" }),
      subcategory: expect.objectContaining({ name: "Pizza" }),
      denominations: [100, 250, 500].map((rupees) => expect.objectContaining({ min: rupees * 100, max: rupees * 100 })),
      stock: [
        { amount: 10_000, left: 1, expiresAt: expect.any(Number) },
        { amount: 25_000, left: 0 },
        { amount: 50_000, left: 0 },
      ],
    },
  ]);
});

test("GET /search/", async () => {
  const found = SearchSchema.parse(await get("/search/?q=oven"));
  expect(found).toMatchObject([
    { name: "Open Oven", denominations: [{ min: 20_000, max: 500_000 }], isAvailable: true },
  ]);
});

test("POST /user/login/ and POST /user/refreshtoken/", async () => {
  const login = await api.login("asha@example.test");
  const tokens = LoginSchema.parse(login.body);
  expect(login.body.user).toMatchObject({ username: "Asha Rao", email: "asha@example.test", coins: 0 });
  const refreshed = RefreshSchema.parse(
    await send("POST", "/user/refreshtoken/", { refresh_token: tokens.refreshToken }),
  );
  expect(refreshed.refreshToken).not.toBe(tokens.refreshToken);
  expect(refreshed.refreshToken).toEqual(expect.any(String));
});

test("GET /user-data/ and GET /edit-profile/", async () => {
  const user = UserSchema.parse(await get("/user-data/"));
  expect(user).toEqual({
    id: null,
    username: "Asha Rao",
    email: "asha@example.test",
    phone: "",
    verifiedPhone: "",
    coins: 0,
    coinsExpiring: null,
    coinsEnding: null,
    isEmailVerified: true,
    cardsInCart: 0,
    language: "en",
  });
  const profile = ProfileSchema.parse(await get("/edit-profile/"));
  expect(profile).toMatchObject({
    username: "Asha Rao",
    email: "asha@example.test",
    pictureUrl: null,
    country: expect.any(String),
  });
});

test("POST /load-coin/verify/, POST /load-coin/ and GET /coins-history", async () => {
  const coupon = { coupon_code: "welcome-100" };
  const verified = LoadCoinSchema.parse(await send("POST", "/load-coin/verify/", coupon));
  expect(verified).toMatchObject({ isSuccess: true, coinsAdded: 10_000 });
  const loaded = LoadCoinSchema.parse(await send("POST", "/load-coin/", coupon));
  expect(loaded).toMatchObject({ isSuccess: true, coinsAdded: 10_000, previousBalance: 0 });
  const history = CoinHistorySchema.parse(await get("/coins-history"));
  expect(history).toMatchObject([
    {
      couponCode: expect.any(String),
      amount: 10_000,
      balanceAfter: 10_000,
      username: "Asha Rao",
      createdAt: api.clock.now(),
    },
  ]);
});

test("a cart, an order, its payment, its voucher", async () => {
  const line = { product_id: PRODUCT.choices, quantity: 1, to_pay: 100, selectedDenomination: 100 };
  AddedSchema.parse(await send("POST", "/cart/", { cart_items: [line] }));
  const cart = CartSchema.parse(await get("/cart/"));
  expect(cart).toEqual([
    {
      id: expect.any(String),
      quantity: 1,
      denomination: 10_000,
      toPay: 10_000,
      gift: null,
      stockLeft: null,
      product: { id: "1", name: "Crust Court", imageUrl: "/media/cards/test.svg", expiryDate: expect.any(String) },
    },
  ]);

  const root = `${api.root.replace("127.0.0.1", "acme.localhost")}/acme`;
  const order = {
    amount: 90,
    coins_used: 10,
    order_number: "ORD1700000000000123",
    redirect_url: `${root}/payment-success`,
    notify_url: `${root}/payment-notification`,
  };
  const placed = PlacedOrderSchema.parse(await send("POST", "/place-order/", order));
  expect(placed).toMatchObject({ coinsLeft: 9_000, orderId: expect.any(String) });
  expect(Object.keys(placed.links)).toEqual(["phonepe", "paytm", "gpay", "other"]);

  const details = OrderSchema.parse(await get(`/order-status/?order_id=${placed.orderId}&decode_status=false`));
  expect(details).toMatchObject({
    id: placed.orderId,
    status: "pending",
    amount: 9_000,
    coinsUsed: 1_000,
    createdAt: api.clock.now(),
    user: { username: "Asha Rao", email: "asha@example.test" },
    links: placed.links,
    qrPayload: expect.any(String),
    redirectUrl: order.redirect_url,
  });
  expect(details.expiresAt! - details.createdAt!).toBeGreaterThanOrEqual(300_000);

  const payment = new URL(placed.links.gpay!, api.root).searchParams.get("payment")!;
  const approval = new URLSearchParams({ payment, decision: "approve" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await fetch(`${api.root}/acme/sandbox/upi`, { method: "POST", body: approval, headers, redirect: "manual" });

  const status = OrderSchema.parse(await get(`/place-order/?order_id=${placed.orderId}&decoded_status=false`));
  expect(status).toMatchObject({ status: "success", amount: 9_000 });
  const history = OrderHistorySchema.parse(await get("/order-history/"));
  expect(history).toEqual([
    {
      id: placed.orderId,
      orderedAt: api.clock.now(),
      status: "Completed",
      voucherType: expect.any(String),
      orderNumber: order.order_number,
      amount: 9_000,
      coinsUsed: 1_000,
      receiptNumber: "2025-26/000001",
      shortReference: expect.stringMatching(/^ACM-\w{3}-\w{3}$/),
      refunds: [],
      isBeingChecked: false,
      isOnItsWay: false,
      isDelayed: false,
      isConfirmedByHand: false,
      items: [
        {
          name: "Crust Court",
          imageUrl: "/media/cards/test.svg",
          priceMrp: 10_000,
          denomination: 10_000,
          quantity: 1,
          gift: null,
        },
      ],
      vouchers: [
        {
          cardNumber: "CARD-0001",
          pinCode: "4321",
          claimUrl: "https://claim.example/1",
          id: expect.any(String),
          name: "Crust Court",
          amount: 10_000,
          expiresAt: expect.any(Number),
          isUsed: false,
          isLocked: false,
        },
      ],
    },
  ]);
  expect(CartSchema.parse(await get("/cart/"))).toEqual([]);
  expect(UserSchema.parse(await get("/user-data/")).coins).toBe(9_000);
});

test("GET and DELETE /user/sessions/", async () => {
  const { email, token } = await api.signUp();
  const other = (await api.login(email)).body.access_token;
  const list = async () => SessionsSchema.parse((await api.request("GET", "/user/sessions/", { token })).body);
  const session = {
    id: expect.any(String),
    createdAt: api.clock.now(),
    lastUsedAt: api.clock.now(),
    client: "",
    mayConfirm: false,
  };
  const sessions = (await list()).toSorted((a, b) => Number(a.isCurrent) - Number(b.isCurrent));
  expect(sessions).toEqual([
    { ...session, isCurrent: false },
    { ...session, isCurrent: true },
  ]);
  await api.request("DELETE", "/user/sessions/", { token, body: { id: sessions[0]!.id } });
  expect(await list()).toEqual([{ ...session, isCurrent: true }]);
  expect((await api.request("GET", "/user-data/", { token: other })).status).toBe(401);
});

test("POST /user/forgot/ and /user/verify-otp/", async () => {
  const begun = ResetBegunSchema.parse(await send("POST", "/user/forgot/", { username: "asha@example.test" }));
  const code = /^[0-9A-Z]{4}$/m.exec((await api.takeMail("asha@example.test")).text)![0];
  const exchanged = await send("POST", "/user/verify-otp/", { transaction: begun, code });
  expect(ResetTokenSchema.parse(exchanged)).toMatch(/^[\w-]{43}$/);
});

test("email_verified of GET /user-data/", async () => {
  expect(UserSchema.parse(await get("/user-data/")).isEmailVerified).toBe(true);
  const { token } = await api.signUp({ isVerified: false });
  const { body } = await api.request("GET", "/user-data/", { token });
  expect(UserSchema.parse(body).isEmailVerified).toBe(false);
});

test("puts the text of errors where the storefront reads it", async () => {
  const errors = [
    await send("POST", "/user/login/", { username: "asha@example.test", password: "wrong", grant_type: "password" }),
    await send("POST", "/load-coin/", { coupon_code: "NOPE-NOPE" }),
    await send("POST", "/user/signup/", {
      username: "A B",
      email: "asha@example.test",
      password: "Password@123",
      phone: "0000000000",
    }),
    await get("/order-status/?order_id=unknown"),
    await get("/nowhere/"),
  ];
  expect(errors.map(({ status_code }) => status_code)).toEqual([400, 400, 400, 404, 404]);
  expect(errors[0].detail).toBe("Invalid email or password. Please check your credentials.");
  for (const { detail } of errors) expect(detail).toMatch(/^[A-Z].{5,}\.$/);
});

test("POST /user/login/ and /user/device/send-code/ and confirm/", async () => {
  const login = await send("POST", "/user/login/", { username: "asha@example.test", password: PASSWORD });
  expect(DeviceTokenSchema.parse(login)).toBe(login.device_token);
  expect(DeviceTokenSchema.parse({ device_token: "short" })).toBeNull();
  expect(DeviceCodeSentSchema.parse(await send("POST", "/user/device/send-code/", {}))).toBe(true);
});

test("the embedded API conforms, also in its optional calls, and the account's contact stays as it is", async () => {
  const shop = api.shop();
  const voucher = { pin: "1", claimUrl: null, faceValue: 10_000, expiresAt: null };
  const cards = ["CARD-0002", "CARD-0003"].map((cardNumber) => ({ ...voucher, cardNumber }));
  await shop.db.transaction((tx) => insertVouchers(tx, shop, PRODUCT.choices, cards));
  const origin = `${api.root.replace("127.0.0.1", "acme.localhost")}/acme`;
  const { token } = await api.signUp({ email: "conform@example.test" });
  const contact = { email_new: "office@example.test", phone: "9123456780" };
  expect((await api.request("PATCH", "/user/update/", { token, body: contact })).status).toBe(200);
  const account = ["--username", "conform@example.test", "--password", PASSWORD];
  const features = ["--features", "productById,sessions,stockNotice,logout"];
  const ran = await runCli([
    "conform",
    `${api.root}/acme/`,
    ...account,
    ...features,
    "--shop",
    origin,
    "--write",
    "--json",
  ]);
  const { calls } = JSON.parse(ran.stdout) as { calls: Step[] };
  expect(calls.filter(({ outcome }) => outcome !== "conforms" && outcome !== "skipped")).toEqual([]);
  expect(calls.filter(({ outcome }) => outcome === "conforms").length).toBeGreaterThan(40);
  expect(ran.code).toBe(0);
  expect(calls.find(({ call }) => call === "PATCH /user/update/")?.outcome).toBe("conforms");
  const ours = shop.db.read.selectFrom("users").where("email", "=", "conform@example.test");
  const stored = await ours.select(["delivery_email", "delivery_phone"]).executeTakeFirst();
  expect(stored).toEqual({ delivery_email: contact.email_new, delivery_phone: contact.phone });
});
