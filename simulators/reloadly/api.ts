import { z } from "zod";

import { readBody } from "../wire/read-body.ts";
import { exactNumber, toPaise } from "../wire/rupees.ts";
import { type Answer, type Call, ok, Refusal, type Route } from "../wire/vendor.ts";
import type { Books, Product, Transaction } from "./books.ts";

/** The shape of codes in answers. In the vendor's file of 2022 they are one object; later answers are lists. */
export type CardsShape = { isList: boolean; hasNumbers: boolean };

type Account = { books: Books; now: () => number; currency: string; rate: number; shape: CardsShape };

const rupees = (paise: number) => paise / 100;

export function errorAnswer(
  call: Pick<Call, "url"> | null,
  status: number,
  errorCode: string,
  message: string,
): Answer {
  const timeStamp = new Date().toISOString().replace("T", " ").replace("Z", "");
  const body = { timeStamp, message, path: call?.url.split("?")[0] ?? "", errorCode, infoLink: null, details: [] };
  return { status, body };
}

export const refuse = (call: Call, status: number, errorCode: string, message: string) =>
  new Refusal(message, errorAnswer(call, status, errorCode, message));

export const read = <S extends z.ZodType>(call: Call, schema: S) =>
  readBody(call, schema, {
    isStrict: false,
    refuse: ({ field, message, isMissing }) =>
      refuse(call, 400, "INVALID_REQUEST", `${field} ${isMissing ? "is required" : message}`),
  });

const text = z.string({ error: "must be text" }).min(1, { error: "must not be empty" });
const NewOrder = z.strictObject({
  productId: z.int({ error: "must be a number" }),
  countryCode: z.string().regex(/^[A-Z]{2}$/, { error: "must be an ISO code such as IN" }),
  quantity: z.int({ error: "must be a whole number" }).min(1, { error: "must be at least 1" }),
  unitPrice: z.number({ error: "must be a number" }),
  customIdentifier: text.optional(),
  senderName: text,
  recipientEmail: z.email({ error: "must be an e-mail address" }).optional(),
  recipientPhoneDetails: z.strictObject({ countryCode: text, phoneNumber: text }).optional(),
  preOrder: z.boolean().optional(),
});

/** Products (github.com/Reloadly/reloadly-api-documentation, openapi/). */
export function addCatalogueApi(route: Route, { books, currency, rate }: Account): void {
  const sender = (paise: number) => Number((rupees(paise) / rate).toFixed(2));
  const entity = ({ productId, name, brand, values, needsUserId }: Product) => {
    const fixed = Array.isArray(values) ? values : [];
    const range = Array.isArray(values) ? undefined : values;
    return {
      productId,
      productName: name,
      global: false,
      senderFee: 0.0,
      discountPercentage: 2.5,
      denominationType: range ? "RANGE" : "FIXED",
      recipientCurrencyCode: "INR",
      minRecipientDenomination: range ? rupees(range.least) : null,
      maxRecipientDenomination: range ? rupees(range.most) : null,
      senderCurrencyCode: currency,
      minSenderDenomination: range ? sender(range.least) : null,
      maxSenderDenomination: range ? sender(range.most) : null,
      fixedRecipientDenominations: fixed.map(rupees),
      fixedSenderDenominations: range ? null : fixed.map(sender),
      fixedRecipientToSenderDenominationsMap: range
        ? null
        : Object.fromEntries(fixed.map((paise) => [rupees(paise).toFixed(2), sender(paise)])),
      logoUrls: [],
      brand: { brandId: productId, brandName: brand },
      country: { isoName: "IN", name: "India", flagUrl: "" },
      redeemInstruction: { concise: "", verbose: "" },
      redeemInstructions: { concise: "", verbose: "" },
      additionalRequirements: { userIdRequired: needsUserId === true },
      addedLater: [1, "two", null],
    };
  };
  const sold = () => books.products.filter(({ isGone }) => !isGone);

  route("GET", "/products", "catalogue products", (call) => {
    const { countryCode } = call.query;
    return ok(page(call, countryCode === undefined || countryCode === "IN" ? sold().map(entity) : []));
  });
  route("GET", "/products/:id", "catalogue product", (call) => {
    const product = sold().find(({ productId }) => String(productId) === call.params.id);
    if (!product)
      throw refuse(call, 404, "PRODUCT_NOT_FOUND", "The product was either not found or is no longer available");
    return ok(entity(product));
  });
  route("GET", "/countries/:iso/products", "catalogue products", ({ params }) =>
    ok(params.iso === "IN" ? sold().map(entity) : []),
  );
  route("GET", "/discounts", "catalogue discounts", (call) => {
    const discounts = sold().map(({ productId, name }) => ({
      product: { productId, productName: name },
      discountPercentage: 2.5,
    }));
    return ok(page(call, discounts));
  });
}

/** Orders and their cards. */
export function addOrdersApi(route: Route, account: Account): void {
  const { books, shape } = account;

  route("POST", "/orders", "create order", (call) => {
    const body = read(call, NewOrder);
    const { customIdentifier = "", quantity, recipientEmail = null } = body;
    const product = books.products.find(({ productId }) => productId === body.productId);
    const unitPrice = toPaise(body.unitPrice);
    if (!product || product.isGone || body.countryCode !== "IN")
      throw refuse(call, 404, "PRODUCT_NOT_FOUND", "The product was either not found or is no longer available");
    if (customIdentifier !== "" && books.transactions.some((one) => one.customIdentifier === customIdentifier))
      throw refuse(call, 400, "CUSTOM_IDENTIFIER_ALREADY_USED", "The customIdentifier was used before");
    if (unitPrice === undefined || !isSold(product, unitPrice))
      throw refuse(call, 400, "INVALID_UNIT_PRICE", "unitPrice is not a denomination of this product");
    if (unitPrice * quantity > books.float) throw refuse(call, 400, "INSUFFICIENT_BALANCE", "The balance is too low");
    return ok(entityOf(account, books.add({ customIdentifier, product, quantity, unitPrice, recipientEmail })));
  });

  route("GET", "/orders/transactions/:id/cards", "cards", (call) => {
    const transaction = findTransaction(books, call);
    if (transaction.status !== "SUCCESSFUL") throw refuse(call, 404, "CARDS_NOT_FOUND", "The cards are not available");
    const write = (digits: string) => (shape.hasNumbers ? exactNumber(digits) : digits);
    const cards = transaction.cards.map((card) => ({
      cardNumber: write(card.cardNumber),
      pinCode: write(card.pinCode),
      ...(isSecondVersion(call) && { redemptionUrl: card.redemptionUrl ?? null }),
    }));
    return ok(shape.isList || cards.length !== 1 ? cards : cards[0]);
  });
}

/** Reports of the transactions, and the balance. */
export function addReportsApi(route: Route, account: Account): void {
  const { books, currency } = account;

  route("GET", "/reports/transactions", "status transactions", (call) => {
    const { startDate = "", endDate = "", page: _page, size: _size, ...others } = call.query;
    for (const name of Object.keys(others))
      call.warn(`the vendor's file has no query parameter ${name}: it filters nothing`);
    for (const date of [startDate, endDate])
      if (!/^(\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?)?$/.test(date))
        throw refuse(call, 400, "INVALID_DATE", "startDate and endDate must look like 2026-11-22 12:00:00");
    const time = ({ createdAt }: Transaction) => new Date(createdAt).toISOString().replace("T", " ").slice(0, 19);
    const isInside = (one: Transaction) =>
      (startDate === "" || time(one) >= startDate) && (endDate === "" || time(one).slice(0, endDate.length) <= endDate);
    const found = books.transactions.filter(isInside).map((one) => entityOf(account, one));
    return ok(page(call, found.reverse()));
  });
  route("GET", "/reports/transactions/:id", "status transaction", (call) =>
    ok(entityOf(account, findTransaction(books, call))),
  );
  route("GET", "/accounts/balance", "balance", () =>
    ok({
      balance: charge(account, books.float),
      currencyCode: currency,
      currencyName: currency,
      updatedAt: "2026-11-22 00:00:00",
    }),
  );
}

const charge = ({ rate }: Account, paise: number) => Number((rupees(paise) / rate).toFixed(2));

function entityOf(account: Account, transaction: Transaction) {
  const { product, quantity, unitPrice, customIdentifier, recipientEmail, createdAt } = transaction;
  const total = quantity * unitPrice;
  return {
    transactionId: transaction.transactionId,
    amount: charge(account, total),
    discount: charge(account, Math.round(total * 0.025)),
    currencyCode: account.currency,
    fee: 0.0,
    recipientEmail,
    recipientPhone: null,
    customIdentifier,
    status: transaction.status,
    smsFee: 0.0,
    transactionCreatedTime: new Date(createdAt).toISOString().replace("T", " ").slice(0, 19),
    product: {
      productId: product.productId,
      productName: product.name,
      countryCode: "IN",
      quantity,
      unitPrice: rupees(unitPrice),
      totalPrice: rupees(total),
      currencyCode: "INR",
      brand: { brandId: product.productId, brandName: product.brand },
    },
    addedLater: [1, "two", null],
  };
}

function findTransaction(books: Books, call: Call): Transaction {
  const found = books.transactions.find(({ transactionId }) => String(transactionId) === call.params.id);
  if (!found) throw refuse(call, 404, "TRANSACTION_NOT_FOUND", "The transaction was not found");
  return found;
}

const isSecondVersion = ({ headers }: Call) => headers.accept?.includes("giftcards-v2") === true;

const isSold = ({ values }: Product, paise: number) =>
  Array.isArray(values) ? values.includes(paise) : paise >= values.least && paise <= values.most;

/** Pages begin at 1. */
function page(call: Call, items: object[]) {
  const { page: asked = "1", size: given = "10" } = call.query;
  if (!/^[1-9]\d{0,3}$/.test(asked) || !/^[1-9]\d{0,2}$/.test(given))
    throw refuse(call, 400, "INVALID_PAGE", "page and size must be numbers from 1");
  const [number, size] = [Number(asked), Number(given)];
  const content = items.slice((number - 1) * size, number * size);
  const totalPages = Math.ceil(items.length / size);
  return {
    content,
    totalElements: items.length,
    totalPages,
    number,
    size,
    numberOfElements: content.length,
    first: number === 1,
    last: number >= totalPages,
    empty: content.length === 0,
  };
}
