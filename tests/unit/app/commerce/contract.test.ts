import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

import type { CommerceClient } from "#app/commerce/client.server.ts";
import { CONTRACT, type ContractCall } from "#app/commerce/contract.ts";
import { toStrict } from "#app/commerce/schemas/wire.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { ForeignHost, type Recorded } from "../../../helpers/backend/foreign-host.ts";
import { ANSWERS } from "../../../helpers/backend/golden-answers.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

// The table of calls in app/commerce/contract.ts against what the client sends, field by field.

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const { features } = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
const FEATURES = Object.fromEntries(Object.keys(features).map((name) => [name, true]));
const gift = { recipientName: "Asha", recipientEmail: "a@b.test", recipientPhone: "", message: "", sendOn: null };
const bulk = { organization: "Acme", quantity: 50 };
const message = { name: "Asha", email: "a@b.test", message: "Hello" };
const narrowed = { category: "c1", subcategories: ["s1"], priceMin: 10_000, priceMax: 50_000, page: 1 };
const line = { productId: "7", quantity: 1, denomination: 50_000 };
const profile = { username: "Asha", email: "", phone: "", addressLine1: "", addressLine2: "", country: "" };
const order = { amount: 100, coinsUsed: 0, orderNumber: "ORD1", redirectUrl: "/", notifyUrl: "/" };

/** Makes each call so that every parameter and field is sent at least once. */
const ASK: Record<string, (commerce: CommerceClient) => unknown> = {
  getConfiguration: (commerce) => commerce.getConfiguration(),
  getHome: (commerce) => commerce.getHome(),
  listProducts: async (commerce) => {
    await commerce.listProducts({ ...narrowed, sort: "recommended" });
    await commerce.getProductById("7");
  },
  sortProducts: (commerce) => commerce.listProducts({ ...narrowed, sort: "price_low_high" }),
  search: (commerce) => commerce.search("card"),
  logIn: (commerce) => commerce.logIn("a@b.test", "p", "hi"),
  signUp: (commerce) => commerce.signUp({ username: "A", email: "a@b.test", password: "p" }),
  refreshToken: async (commerce) => {
    host.expireAccessTokensAfter(0);
    await commerce.getUser();
  },
  getUser: (commerce) => commerce.getUser(),
  getProfile: (commerce) => commerce.getProfile(),
  updateProfile: (commerce) => commerce.updateProfile({ ...profile, pictureUrl: null }),
  updateUser: (commerce) => commerce.updateUser({ username: "A", email: "", emailNew: "", phone: "" }),
  getCart: (commerce) => commerce.getCart(),
  addToCart: (commerce) => commerce.addToCart({ ...line, gift }),
  updateCartItem: (commerce) => commerce.updateCartItem({ ...line, id: "line-1" }),
  removeCartItem: (commerce) => commerce.removeCartItem("line-1"),
  loadCoins: (commerce) => commerce.loadCoins("CODE"),
  getCoinHistory: (commerce) => commerce.getCoinHistory(),
  getOrderHistory: (commerce) => commerce.getOrderHistory(),
  placeOrder: (commerce) => commerce.placeOrder(order),
  getOrderStatus: (commerce) => commerce.getOrderStatus("o"),
  getOrder: (commerce) => commerce.getOrder("o"),
  forgetPassword: (commerce) => commerce.forgetPassword("a@b.test"),
  checkResetCode: (commerce) => commerce.checkResetCode("t", "1234"),
  resetPassword: (commerce) => commerce.resetPassword("t", "p"),
  changePassword: (commerce) => commerce.changePassword("p", "q"),
  keepLanguage: (commerce) => commerce.keepLanguage("hi"),
  verifyEmail: (commerce) => commerce.verifyEmail("t"),
  sendVerification: (commerce) => commerce.sendVerification(),
  sendPhoneCode: (commerce) => commerce.sendPhoneCode("9876543210"),
  logInByPhone: (commerce) =>
    commerce.logInByPhone({ transaction: "t", code: "204815", choice: "mine", chosenLanguage: "hi", whatsApp: true }),
  sendPhoneConfirmation: (commerce) => commerce.sendPhoneConfirmation("9876543210"),
  confirmPhone: (commerce) => commerce.confirmPhone("t", { takesOver: true }),
  addEmail: (commerce) => commerce.addEmail("a@b.test"),
  listSessions: (commerce) => commerce.listSessions(),
  endSession: (commerce) => commerce.endSession("s"),
  logOut: (commerce) => commerce.logOut(),
  sendMessage: (commerce) => commerce.sendMessage({ ...message, bulk }),
  viewGift: (commerce) => commerce.viewGift("t"),
  openGift: (commerce) => commerce.openGift("t"),
  sendGiftAgain: (commerce) => commerce.sendGiftAgain("g", { email: "a@b.test", phone: "9876543210" }),
  verifyCoupon: (commerce) => commerce.verifyCoupon("CODE"),
  acceptTerms: (commerce) => commerce.acceptTerms("o", "v"),
  payAgain: (commerce) => commerce.payAgain("o"),
  getReceipt: (commerce) => commerce.getReceipt("o"),
  markVoucher: (commerce) => commerce.markVoucher("v", true),
  getWallet: (commerce) => commerce.getWallet(),
  getWalletCard: (commerce) => commerce.getWalletCard("v"),
  noteCard: (commerce) => commerce.noteCard("v", { amountLeft: 50_000, isArchived: true }),
  setCardReminders: (commerce) => commerce.setCardReminders("whatsapp"),
  listStockNotices: (commerce) => commerce.listStockNotices(),
  askForStockNotice: (commerce) => commerce.askForStockNotice("7", 50_000),
  forgetStockNotice: (commerce) => commerce.forgetStockNotice("7", 50_000),
};

const keyOf = ({ method, path }: ContractCall) => `${method} ${path}`;

describe.each(CONTRACT)("$method $path ($name)", (call) => {
  async function recorded(): Promise<Recorded[]> {
    const { commerce } = await (await clientOf(host, { features: FEATURES, languages: ["en", "hi"] })).signIn();
    const before = host.requests.length;
    await ASK[call.name]!(commerce);
    return host.requests.slice(before).filter((request) => request.call === keyOf(call));
  }

  test("sends only the parameters and fields that the table names, and all of them", async () => {
    const requests = await recorded();
    expect(requests.length).toBeGreaterThan(0);
    for (const { body } of requests) if (call.body) expect(call.body.safeParse(body).error?.issues).toBeUndefined();
    if (!call.body) expect(requests.map(({ body }) => body)).toEqual(requests.map(() => ({})));
    const sent = requests.flatMap(({ query }) => [...query.keys()]);
    expect([...new Set(sent)].toSorted()).toEqual(Object.keys(call.query?.shape ?? {}).toSorted());
    const fields = requests.flatMap(({ body }) => Object.keys(body));
    expect([...new Set(fields)].toSorted()).toEqual(Object.keys(call.body?.shape ?? {}).toSorted());
  });

  test("sends the token, and a form, for the calls that the table marks", async () => {
    for (const { headers } of await recorded()) {
      expect(headers.authorization !== undefined).toBe(call.session !== "never");
      const type = call.isForm ? /^multipart\/form-data/ : /^application\/json$/;
      if (call.body) expect(headers["content-type"]).toMatch(type);
    }
  });
});

test("lists every call of the client in the table", async () => {
  const { commerce } = await (await clientOf(host, { features: FEATURES })).open();
  const others = [
    "findSeenProduct",
    "wasMissed",
    "noteMissed",
    "endFormerSession",
    "hasChangedCart",
    "getProductById",
    "checkResetCode",
    "sendDeviceCode",
    "confirmDevice",
    "confirmOtherDevice", // the embedded API's
    "changeName",
    "getReminders",
    "setReminders",
    "changeEmail",
    "deleteAccount",
    "getMessageChannels",
    "setMessageChannel",
  ];
  const names = new Set([...CONTRACT.map(({ name }) => name), ...others, "refreshToken", "sortProducts"]);
  expect(Object.keys(commerce).filter((name) => !names.has(name))).toEqual([]);
});

test("gives each call of the table a unique name, method and path", () => {
  for (const of of [keyOf, ({ name }: ContractCall) => name]) {
    expect(new Set(CONTRACT.map(of)).size).toBe(CONTRACT.length);
  }
});

describe("reads exactly what the contract requires", () => {
  test.each(CONTRACT)("$method $path ($name)", ({ answer }) => {
    const json = z.toJSONSchema(toStrict(answer), { io: "input" });
    expect(json.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  });

  test.each(ANSWERS.map(([name, schema, full]) => [name, schema, full] as const))(
    "%s: reads text where a number belongs, but does not require it",
    (_name, schema, full) => {
      expect(schema.safeParse(full).success).toBe(true);
      if (JSON.stringify(full).match(/:"\d+\.\d\d"/)) expect(toStrict(schema).safeParse(full).success).toBe(false);
    },
  );
});
