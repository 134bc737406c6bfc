import { toPaise } from "../wire/rupees.ts";
import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Books, Card, Order, Product } from "./books.ts";
import { DUPLICATE_REFNO, read, refuse } from "./refusals.ts";
import { CardBalance, NewOrder } from "./schemas.ts";

const rupees = (paise: number) => paise / 100;

const cardEntity = (card: Card, { createdAt }: Order) => ({
  sku: card.sku,
  productName: card.name,
  labels: { cardNumber: "Card Number", cardPin: "Card Pin", validity: "Validity" },
  cardNumber: card.cardNumber,
  cardPin: card.cardPin,
  activationCode: null,
  activationUrl: card.activationUrl,
  barcode: null,
  amount: String(rupees(card.amount)),
  validity: card.validity,
  issuanceDate: new Date(createdAt).toISOString(),
  recipientDetails: { salutation: null, name: "Shop", firstname: "Shop", lastname: "", email: "", mobileNumber: "" },
  added_later: [1, "two", null],
});

/**
 * Orders, cards and balances. `completesAfterMs`: the time after which an order in processing completes by itself; null: a test
 * completes it.
 */
export function addOrdersApi(route: Route, books: Books, completesAfterMs: number | null): void {
  const find = ({ params }: Call): Order => {
    const order = books.orders.find(({ refno, orderId }) => refno === params.refno || orderId === params.id);
    if (!order) throw refuse(404, 404, "Order not found");
    return order;
  };
  const orderEntity = (order: Order) => ({
    status: order.status,
    statusLabel: order.status,
    orderId: order.orderId,
    refno: order.refno,
    cancel: { allowed: false, allowedWithIn: 0 },
    currency: { code: "INR", numericCode: "356", symbol: "₹" },
    payments: [{ code: "svc", balance: String(rupees(books.float)) }],
    ...(order.status === "COMPLETE" && { cards: order.cards.map((card) => cardEntity(card, order)) }),
    added_later: [1, "two", null],
  });

  route("POST", "/orders", "create order", (call) => {
    const { refno, product, quantity, price } = readOrder(call, books);
    const order = books.addOrder(refno, product, quantity, price);
    if (product.sku === "APITESTTIMFAIL") books.cancel(order);
    else if (product.sku !== "PROCESSINGSTS" && !books.isSlow) books.complete(order);
    else if (completesAfterMs !== null) setTimeout(() => books.complete(order), completesAfterMs).unref();
    books.isSlow = false;
    const isHung = product.sku === "APITESTTIMFAIL" || product.sku === "testsuccess001";
    const { cards: _, ...inWork } = { cards: [], ...orderEntity(order) };
    return order.status === "COMPLETE"
      ? { status: 201, body: orderEntity(order), isHung }
      : { status: 202, body: inWork, isHung };
  });

  route("GET", "/order/:refno/status", "status order", (call) => {
    const { status, orderId, refno } = find(call);
    return ok({ status, statusLabel: status, orderId, refno, added_later: null });
  });
  route("GET", "/orders/:id", "status details", (call) => {
    const { cards: _, ...details } = { cards: [], ...orderEntity(find(call)) };
    return ok(details);
  });
  route("GET", "/order/:id/cards/", "cards", (call) => {
    const order = find(call);
    if (order.status !== "COMPLETE") throw refuse(400, 400, "Order is not complete");
    const { offset = "0", limit = "10" } = call.query;
    if (!/^\d{1,4}$/.test(offset) || !/^\d{1,4}$/.test(limit))
      throw refuse(400, 400, "offset and limit must be numbers");
    const page = order.cards.slice(Number(offset), Number(offset) + Number(limit));
    return ok({ total: order.cards.length, cards: page.map((card) => cardEntity(card, order)) });
  });
  route("POST", "/orders/:id/resend", "resend", (call) => ok({ status: true, orderId: find(call).orderId }));
  route("POST", "/orders/reverse", "reverse", (call) => {
    const { refno } = (call.body ?? {}) as { refno?: string };
    const order = books.orders.find((one) => one.refno === refno);
    if (!order) throw refuse(404, 404, "Order not found");
    books.cancel(order);
    return ok({ status: order.status, refno });
  });
  route("POST", "/balance", "card balance", (call) => {
    const { cardNumber, pin = "" } = read(call, CardBalance);
    const cards = books.orders.flatMap((order) => order.cards);
    const card = cards.find((one) => one.cardNumber === cardNumber && one.cardPin === pin);
    if (!card) throw refuse(400, 400, "Card number or PIN is wrong");
    return ok({ cardNumber, balance: rupees(card.amount), status: "Activated", expiry: card.validity });
  });
}

function readOrder(call: Call, books: Books) {
  const { refno, products, payments } = read(call, NewOrder);
  const { sku, price, qty: quantity } = products[0]!;
  const paise = toPaise(price)!;
  if (books.orders.some((order) => order.refno === refno))
    throw refuse(400, DUPLICATE_REFNO, "Order already exists with the given reference number");
  const product = books.products.find((one) => one.sku === sku);
  if (!product || sku === "DISABLEDSTS")
    throw refuse(400, 5310, "Product is not available", `the SKU ${sku} is not sold`);
  if (!isSold(product, paise))
    throw refuse(400, 5312, "Price is not in the product's range", `${sku} has no price ${price}`);
  if (sku === "INVFAILURE") throw refuse(400, 5307, "Product is out of stock");
  if (toPaise(payments[0]!.amount) !== paise * quantity)
    throw refuse(400, 5311, "Payment amount does not match the products", `payments[0].amount must be price times qty`);
  if (paise * quantity > books.float) throw refuse(400, 5320, "Insufficient balance", "the float is too low");
  return { refno, product, quantity, price: paise };
}

const isSold = ({ price }: Product, paise: number) =>
  price.type === "RANGE" ? paise >= price.min && paise <= price.max : price.denominations.includes(paise);

/** The catalogue. The vendor's public material does not confirm the shape of a product. */
export function addCatalogueApi(route: Route, books: Books): void {
  const CATEGORY = {
    id: 121,
    name: "All",
    url: "all",
    description: "",
    images: {},
    subcategoriesCount: 0,
    subcategories: [],
  };
  const currency = { code: "INR", symbol: "₹", numericCode: "356" };
  const least = ({ price }: Product) => (price.type === "RANGE" ? price.min : Math.min(...price.denominations));
  const most = ({ price }: Product) => (price.type === "RANGE" ? price.max : Math.max(...price.denominations));

  route("GET", "/catalog/categories", "catalogue categories", () => ok(CATEGORY));
  route("GET", "/catalog/categories/:category/products", "catalogue products", ({ query, params }) => {
    if (params.category !== String(CATEGORY.id)) throw refuse(404, 404, "Category not found");
    const { offset = "0", limit = "10" } = query;
    const page = books.products.slice(Number(offset), Number(offset) + Number(limit));
    const products = page.map((product) => ({
      sku: product.sku,
      name: product.name,
      currency,
      url: product.sku.toLowerCase(),
      minPrice: String(rupees(least(product))),
      maxPrice: String(rupees(most(product))),
      images: { thumbnail: "", mobile: "", base: "", small: "" },
    }));
    return ok({ ...CATEGORY, productsCount: String(books.products.length), products });
  });
  route("GET", "/catalog/products/:sku", "catalogue product", ({ params }) => {
    const product = books.products.find(({ sku }) => sku === params.sku);
    if (!product) throw refuse(404, 404, "Product not found");
    const denominations = product.price.type === "SLAB" ? product.price.denominations : [];
    const [min, max] = [String(rupees(least(product))), String(rupees(most(product)))];
    return ok({
      id: String(1000 + books.products.indexOf(product)),
      sku: product.sku,
      name: product.name,
      description: "",
      price: {
        price: `${product.price.type}`,
        type: product.price.type,
        min,
        max,
        denominations: denominations.map((it) => String(rupees(it))),
        currency,
      },
      type: "DIGITAL",
      expiry: "1 year",
      images: {},
      tnc: { link: "", content: "" },
      categories: [CATEGORY.id],
      added_later: [1, "two", null],
    });
  });
}
