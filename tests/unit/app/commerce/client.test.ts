import { afterEach, beforeEach, expect, test } from "vitest";

import { createCommerceBackends } from "#app/commerce/backend.server.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

test("sorts categories by id, whatever order they arrive in [W-01]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const home = await commerce.getHome();
  expect(home).toMatchObject({
    ok: true,
    value: {
      categories: [{ id: "c1", name: "Food" }, { id: "c2" }, { id: "c3" }],
      subcategories: [{ id: "sc1", name: expect.stringMatching(/./) }, { id: "sc2" }, { id: "sc3" }],
    },
  });
});

test("sorts both lists by numeric id and requests them once [C-22] [H-07]", async () => {
  const list = ["10", 9, "2"].map((id) => ({ id, name: `Name ${id}` }));
  host.fail("GET /home/", 200, { categories: list, subcategories: list });
  const { commerce } = await (await clientOf(host)).open();
  const [home] = await Promise.all([commerce.getHome(), commerce.getHome()]);
  expect(home).toMatchObject({
    ok: true,
    value: {
      categories: [{ id: "2" }, { id: "9" }, { id: "10" }],
      subcategories: [{ id: "2" }, { id: "9" }, { id: "10" }],
    },
  });
  expect(host.recorded("GET /home/")).toHaveLength(1);
});

test("requests the configuration without a bearer, and reads websiteUrl [W-02]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  const configuration = await commerce.getConfiguration();
  expect(configuration).toMatchObject({
    ok: true,
    value: { organizationName: "Foreign Gifts", websiteUrl: "https://foreign.example" },
  });
  expect(host.recorded("GET /configurator/")[0]?.headers).not.toHaveProperty("authorization");
});

test("requests a page of products with its filters [W-03]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const query = {
    category: "c2",
    subcategories: ["sc2", "sc9"],
    priceMin: 10_050,
    priceMax: 100_000,
    sort: "recommended",
    page: 1,
  } as const;
  const list = await commerce.listProducts({ ...query, subcategories: [...query.subcategories] });
  expect(Object.fromEntries(host.recorded("GET /products/")[0]!.query)).toEqual({
    category: "c2",
    subcategories: "sc2,sc9",
    price_min: "100.5",
    price_max: "1000",
    page: "1",
    perPage: "8",
  });
  expect(list).toMatchObject({
    ok: true,
    value: {
      hasMore: false,
      products: [{ id: "gc-001", price: 50_000 }, { id: "gc-004" }, { id: "gc-007" }, { id: "gc-010" }],
    },
  });
});

test("requests a sorted page and repeats the subcategories parameter [W-04] [C-06]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const list = await commerce.listProducts({ subcategories: ["sc1", "sc2"], sort: "price_high_low", page: 2 });
  const { query } = host.recorded("GET /products/sort/")[0]!;
  expect(query.getAll("subcategories[]")).toEqual(["sc1", "sc2"]);
  expect(Object.fromEntries(query)).toMatchObject({ sort: "desc", page: "2", perPage: "8" });
  expect(list).toMatchObject({ ok: true, value: { count: 13, products: { length: 5 } } });
  const filters = { category: "c2", subcategories: [], priceMin: 10_050, priceMax: 100_000 };
  await commerce.listProducts({ ...filters, sort: "price_low_high", page: 1 });
  expect(Object.fromEntries(host.recorded("GET /products/sort/")[1]!.query)).toEqual({
    sort: "asc",
    category: "c2",
    price_min: "100.5",
    price_max: "1000",
    page: "1",
    perPage: "8",
  });
});

test("reads a missing list as empty, and keeps a product without denominations", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const none = await commerce.listProducts({ subcategories: [], priceMin: 9_999_900, sort: "recommended", page: 1 });
  expect(none).toEqual({ ok: true, value: { products: [], hasMore: false, count: 0, counts: null } });
  const found = await commerce.search("Card 12");
  expect(found).toMatchObject({ ok: true, value: [{ id: "gc-012", denominations: [], isAvailable: true }] });
});

const searched = () => host.recorded("GET /search/").map(({ query }) => query.get("q"));

test("searches by name [W-05]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  expect(await commerce.search("card 20 ")).toMatchObject({ ok: true, value: [{ name: "Foreign Card 20" }] });
  expect(searched()).toEqual(["card 20"]);
});

test.each([
  ["Dice and Dosa", "Dice & Dosa"],
  ["dice-and-dosa", "dice & dosa"],
  ["dice&dosa", "dice and dosa"],
  ["D’Souza", "D'Souza"],
])("searches for %j once more as %j if it finds nothing", async (typed, other) => {
  const { commerce } = await (await clientOf(host)).open();
  const found = { id: "1", name: "Found", denominations: [{ id: "1", min: 100, max: 100 }] };
  host.answer("GET /search/", ({ query }) => ({ status: 200, body: query.get("q") === other ? [found] : [] }));
  expect(await commerce.search(typed)).toMatchObject({ ok: true, value: [{ name: "Found" }] });
  expect(searched()).toEqual([typed, other]);
});

test("searches once for words that have one spelling", async () => {
  const { commerce } = await (await clientOf(host)).open();
  for (const words of ["brandy", "मिठाई"]) expect(await commerce.search(words)).toEqual({ ok: true, value: [] });
  expect(searched()).toEqual(["brandy", "मिठाई"]);
});

test("sends login and signup as JSON, with grant type and placeholder phone [W-06] [W-07]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  const { email, password } = host.shop.user;
  expect(host.recorded("POST /user/login/")[0]?.body).toEqual({ username: email, password, grant_type: "password" });
  const signup = await commerce.signUp({ username: "Asha", email: "asha@example.com", password: "Passw0rd!" });
  expect(signup.ok).toBe(true);
  const body = { username: "Asha", email: "asha@example.com", password: "Passw0rd!", phone: "0000000000" };
  expect(host.recorded("POST /user/signup/")[0]?.body).toEqual(body);
});

test("reads the user with usercoins as text [W-09]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  const value = {
    id: null,
    username: "Farah",
    email: "farah@foreign.example",
    phone: "9876543210",
    verifiedPhone: "",
    coins: 100_000,
    isEmailVerified: true,
    coinsExpiring: null,
    coinsEnding: null,
    cardsInCart: null,
    language: null,
  };
  expect(await commerce.getUser()).toEqual({ ok: true, value });
});

test.each([
  [{ coins: "12.50" }, 1250],
  [{ usercoins: 7 }, 700],
  [{ coins: null, usercoins: null }, 0],
  [{ coins: "many" }, 0],
  [{}, 0],
])("reads the balance of %j as %d hundredths [A-16]", async (body, coins) => {
  host.fail("GET /user-data/", 200, { username: "Farah", ...body });
  const { commerce } = await (await clientOf(host)).signIn();
  expect(await commerce.getUser()).toMatchObject({ ok: true, value: { coins } });
});

test("reads and adds to the cart with amounts as text and without selectedDenomination [W-10] [W-11]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  expect((await commerce.addToCart({ productId: "gc-003", quantity: 2, denomination: 30_050 })).ok).toBe(true);
  expect(host.recorded("POST /cart/")[0]?.body).toEqual({
    cart_items: [{ product_id: "gc-003", quantity: 2, to_pay: 601, selectedDenomination: 300.5 }],
  });
  const line = {
    id: "line-1",
    quantity: 2,
    denomination: 30_050,
    toPay: 60_100,
    product: { id: "gc-003", imageUrl: null },
  };
  expect(await commerce.getCart()).toMatchObject({ ok: true, value: [line] });
});

test("sends a gift only to a backend that takes gifts", async () => {
  const gift = {
    recipientName: "Meera",
    recipientEmail: "meera@example.com",
    recipientPhone: "",
    message: "",
    sendOn: "2026-11-30",
  };
  const line = { productId: "gc-003", quantity: 1, denomination: 30_000, gift };
  const bodies = [];
  for (const features of [{}, { gift: true }]) {
    await (await (await clientOf(host, { features })).signIn()).commerce.addToCart(line);
    bodies.push((host.recorded("POST /cart/").at(-1)!.body as { cart_items: object[] }).cart_items[0]);
  }
  expect(bodies[0]).not.toHaveProperty("gift");
  expect(bodies[1]).toMatchObject({
    gift: { recipient_name: "Meera", recipient_email: "meera@example.com", message: "", send_on: "2026-11-30" },
  });
});

test("changes and removes a line, and accepts 204 as an answer [W-12] [W-13]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  await commerce.addToCart({ productId: "gc-003", quantity: 1, denomination: 30_000 });
  expect((await commerce.updateCartItem({ id: "line-1", quantity: 3, denomination: 30_000 })).ok).toBe(true);
  expect(host.recorded("PATCH /cart/")[0]?.body).toEqual({
    id: "line-1",
    quantity: 3,
    to_pay: 900,
    selectedDenomination: 300,
  });
  expect((await commerce.removeCartItem("line-1")).ok).toBe(true);
  expect(host.recorded("DELETE /cart/")[0]?.body).toEqual({ id: "line-1" });
  expect(await commerce.getCart()).toEqual({ ok: true, value: [] });
});

test("reads a profile with missing fields and sends it as multipart [W-14] [W-15]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  const profile = await commerce.getProfile();
  expect(profile).toMatchObject({
    ok: true,
    value: {
      username: "Farah",
      email: "farah@foreign.example",
      phone: "9876543210",
      addressLine1: "1 Marine Drive",
      addressLine2: "",
      country: "India",
      pictureUrl: null,
    },
  });
  if (!profile.ok) return;
  await commerce.updateProfile({ ...profile.value, phone: "9000000001" });
  const [put] = host.recorded("PUT /edit-profile/");
  expect(put?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(put?.body).toEqual({
    username: "Farah",
    email: "farah@foreign.example",
    phone: "9000000001",
    address_line1: "1 Marine Drive",
    address_line2: "",
    country: "India",
  });
});

test("loads coins and reads their history [W-16] [W-18]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  expect(await commerce.loadCoins("FOREIGN-100")).toMatchObject({
    ok: true,
    value: { coinsAdded: 10_000, previousBalance: 100_000 },
  });
  expect(host.recorded("POST /load-coin/")[0]?.body).toEqual({ coupon_code: "FOREIGN-100" });
  expect(await commerce.loadCoins("WRONG")).toMatchObject({ ok: false, error: { text: "This code is not ours" } });
  const record = { couponCode: "FOREIGN-1", amount: 2_500, isRedeemed: true, createdAt: Date.UTC(2026, 0, 5, 4, 30) };
  expect(await commerce.getCoinHistory()).toMatchObject({ ok: true, value: [record] });
});

test("places an order, reads it and finds it in the history [W-17] [W-19] [W-21]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  await commerce.addToCart({ productId: "gc-001", quantity: 1, denomination: 50_000 });
  const urls = {
    redirectUrl: "https://shop.example/payment-success",
    notifyUrl: "https://shop.example/payment-notification",
  };
  const placed = await commerce.placeOrder({ amount: 45_050, coinsUsed: 4_950, orderNumber: "ORD1", ...urls });
  expect(host.recorded("POST /place-order/")[0]?.body).toEqual({
    amount: 450.5,
    coins_used: 49.5,
    order_number: "ORD1",
    redirect_url: urls.redirectUrl,
    notify_url: urls.notifyUrl,
  });
  expect(placed).toMatchObject({
    ok: true,
    value: { coinsLeft: 95_050, links: { other: expect.stringMatching(/^upi:/) } },
  });
  if (!placed.ok) return;

  const order = await commerce.getOrder(placed.value.orderId);
  const { query } = host.recorded("GET /order-status/")[0]!;
  expect(Object.fromEntries(query)).toEqual({ order_id: placed.value.orderId, decode_status: "false" });
  expect(order).toMatchObject({
    ok: true,
    value: { status: "pending", amount: 45_050, user: { username: "Farah" } },
  });
  expect(order.ok && Math.abs(order.value.createdAt! - Date.now())).toBeLessThan(600_000); // a time zone is at least a quarter of an hour
  host.shop.pay("ORD1");
  const past = {
    status: "Completed",
    vouchers: [{ cardNumber: `FOREIGN-${placed.value.orderId}`, pinCode: "4321", claimUrl: null }],
    items: [{ name: "Foreign Card 1", priceMrp: 50_000, quantity: null, imageUrl: null }],
  };
  expect(await commerce.getOrderHistory()).toMatchObject({ ok: true, value: [past] });
});

test("polls the status with a fixed word [W-20]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  await commerce.addToCart({ productId: "gc-001", quantity: 1, denomination: 50_000 });
  await commerce.placeOrder({ amount: 50_000, coinsUsed: 0, orderNumber: "ORD2", redirectUrl: "/", notifyUrl: "/" });
  host.shop.pay("ORD2");
  expect(await commerce.getOrderStatus("FO/2")).toMatchObject({ ok: true, value: { status: "success" } });
  const { query } = host.recorded("GET /place-order/")[0]!;
  expect(Object.fromEntries(query)).toEqual({ order_id: "FO/2", decoded_status: "false" });
});

test.each(["send", "omit"] as const)("updates a user, with a bearer: %s [W-22]", async (userUpdateAuth) => {
  const { commerce } = await (await clientOf(host, { userUpdateAuth })).signIn();
  const user = {
    username: "Farah",
    email: "farah@foreign.example",
    emailNew: "new@foreign.example",
    phone: "9000000002",
  };
  expect((await commerce.updateUser(user)).ok).toBe(true);
  const [sent] = host.recorded("PATCH /user/update/");
  expect(sent?.body).toEqual({ username: "Farah", email: user.email, email_new: user.emailNew, phone: "9000000002" });
  expect("authorization" in sent!.headers).toBe(userUpdateAuth === "send");
});

test("sends the bearer with every call of a session [A-16]", async () => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  await Promise.all([commerce.getUser(), commerce.getCart(), commerce.getCoinHistory(), commerce.search("card")]);
  const bearers = host.requests.slice(1).map(({ headers }) => headers.authorization);
  expect(bearers).toEqual(Array(4).fill(`Bearer ${session.tokens?.accessToken}`));
});

test("reports an unconfirmed e-mail address only for a backend that can confirm it", async () => {
  host.fail("GET /user-data/", 200, { email: "a@b.test", email_verified: false });
  const isVerified = async (features: object) => {
    const { commerce } = await (await clientOf(host, { features })).signIn();
    const user = await commerce.getUser();
    return user.ok && user.value.isEmailVerified;
  };
  expect([await isVerified({}), await isVerified({ emailVerification: true })]).toEqual([true, false]);
});

test("calls the backend in a brand's new file", async () => {
  const backends = createCommerceBackends();
  const brand = (url: string) => TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], api: { url } });
  const [before, after] = [brand(host.url), brand("https://api.acme.example/v2")];
  expect(backends.of(before)).toBe(backends.of(before));
  expect([backends.of(before).baseUrl, backends.of(after).baseUrl]).toEqual([host.url, "https://api.acme.example/v2"]);
  await backends.close();
});

test("loads a brand's configuration and lists again once it shows another version, and keeps its sessions", async () => {
  let version = "1";
  const backends = createCommerceBackends(undefined, (id) => (id === "acme" ? version : undefined));
  const acme = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], api: { url: host.url } });
  const backend = backends.of(acme);
  const { catalogue } = backend;
  await Promise.all([catalogue.getHome(), backends.of(acme).catalogue.getHome()]);
  backend.endedSessions.set("session", true);
  expect([backends.of(acme).catalogue === catalogue, host.recorded("GET /home/").length]).toEqual([true, 1]);

  version = "2";
  expect(backends.of(acme)).toBe(backend);
  expect(backend.catalogue).not.toBe(catalogue);
  await backends.of(acme).catalogue.getHome();
  expect([backend.endedSessions.has("session"), host.recorded("GET /home/").length]).toEqual([true, 2]);
  await backends.close();
});
