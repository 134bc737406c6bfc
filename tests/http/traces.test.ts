import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { type CollectedSpan, OtlpCollector } from "../helpers/http/otlp-collector.ts";
import { openConsole } from "../helpers/shop/members.ts";
import { type Shop, startShop } from "../helpers/shop/shop.ts";
import { addToCart, askForReset, readMail, signIn, typeCode } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitFor, waitUntil } from "../helpers/waiting/patience.ts";

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const FOREIGN = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${FOREIGN.traceId}-${FOREIGN.spanId}-01`;

const traced = (collector: OtlpCollector, env: Record<string, string> = {}) =>
  startShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: "1", ...env } });

/** From a span up to the first one of its trace, in words. */
function wayUp(spans: CollectedSpan[], from: CollectedSpan): string[] {
  const parent = spans.find(({ traceId, spanId }) => traceId === from.traceId && spanId === from.parentId);
  return [`${from.service}: ${from.name}`, ...(parent ? wayUp(spans, parent) : from.parentId && ["(lost)"])];
}

const findSpan = (collector: OtlpCollector, name: string, isIt: (span: CollectedSpan) => unknown = () => true) =>
  waitUntil(() => collector.spans.find((span) => span.name === name && isIt(span)));

/** Buys a gift, approves it in the sandbox and opens its link. @returns the values that no trace may contain */
async function buyGift(shop: Shop): Promise<string[]> {
  const home = await signIn(shop, "aurora");
  const { form, code } = await askForReset(home, "demo@awning.test");
  await typeCode(form, code);
  const gift = {
    "Send as Gift": true,
    "Recipient's name": "Meera Krishnan",
    "Recipient's e-mail": "meera@example.com",
    "Message (optional)": "Happy birthday",
  };
  const cart = await addToCart(home, "Raga Stream", "₹299.00", "1", gift);
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  const link = (await readMail(home, "meera@example.com", /has sent you a gift/)).href(/\/gift\?/);
  const opened = await (await new TextBrowser().open(link)).submit("Open your gift");
  const [card = ""] = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/.exec(opened.text) ?? [];
  const token = new URL(link).search.slice(1);
  const cookies = [...home.browser.cookies.of(home.url).values()].map(({ value }) => value);
  const opaque = cookies.map((value) =>
    Buffer.from(decodeURIComponent(value).split(".")[0]!, "base64").toString().replaceAll('"', ""),
  );
  expect([code.length, card.length > 12, token.length]).toEqual([4, true, 22]);
  const typed = ["Demo@2026", "demo@awning", "Krishnan", "meera@", "birthday"];
  return [card, token, ...typed, ...[...cookies, ...opaque].filter((value) => value.length > 8)];
}

test("one purchase is one trace from the storefront to SQL, and nothing in any trace is secret", async () => {
  await using collector = await new OtlpCollector().start();
  await using shop = await traced(collector);
  const secrets = await buyGift(shop);
  await send(shop.url("aurora", "/login?ticket=SECRET-QUERY"), { headers: { traceparent } });
  await send(shop.url("aurora", "/SECRET-PATH"), { headers: { traceparent } });
  await send(shop.apiUrl("aurora", "/search/?q=tea"), { headers: { traceparent } });

  const insert = await findSpan(collector, "insert orders");
  const found = await findSpan(
    collector,
    "GET /search",
    ({ service, parentId }) => service === "awning-api" && !parentId,
  );
  expect(found.traceId).not.toBe(FOREIGN.traceId);
  await findSpan(collector, "GET /login", ({ service }) => service === "awning-storefront");
  // Two programs send separate batches, so a span can arrive seconds before its parent.
  await waitFor(() =>
    expect(wayUp(collector.spans, insert)).toEqual([
      "awning-api: insert orders",
      "awning-api: transaction",
      "awning-api: POST /place-order",
      "awning-storefront: placeOrder",
      "awning-storefront: action routes/cart/cart",
      "awning-storefront: POST /cart",
    ]),
  );
  const root = collector.spans.find(
    ({ traceId, kind, parentId }) => traceId === insert.traceId && !parentId && kind === 2,
  )!;
  expect(root.attributes).toMatchObject({
    "http.route": "/cart",
    "awning.tenant": "aurora",
    "http.response.status_code": 303,
  });
  const mail = await findSpan(collector, "send mail", ({ attributes }) => attributes["awning.mail_kind"] === "gift");
  await waitFor(() => expect(wayUp(collector.spans, mail).slice(1)).toEqual(["awning-api: work mail"]));
  const cause = ({ attributes }: CollectedSpan) =>
    attributes["awning.request_id"] === mail.attributes["awning.request_id"];
  await waitUntil(() => collector.spans.some((span) => span.service === "awning-storefront" && cause(span)));
  const lost = () =>
    collector.spans.map((span) => wayUp(collector.spans, span)).filter((way) => way.includes("(lost)"));
  await waitFor(() => expect(lost()).toEqual([]));

  for (const secret of [...secrets, "SECRET", ...Object.values(FOREIGN)])
    expect(collector.received).not.toContain(secret);
  const told = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...told].sort()).toEqual([
    "awning.mail_kind",
    "awning.outcome",
    "awning.request_id",
    "awning.tenant",
    "db.query.text",
    "db.system.name",
    "http.request.method",
    "http.response.status_code",
    "http.route",
  ]);
});

test("a preview is in the trace of the page of the console that shows it", async () => {
  await using collector = await new OtlpCollector().start();
  await using shop = await traced(collector);
  const { browser } = await openConsole(shop);
  const { status } = await send(shop.url("console", "/brands/aurora/preview"), {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      cookie: browser.cookies.headerFor(shop.url("console"))!,
    },
    body: "section=look",
  });
  expect(status).toBe(200);
  const way = [
    "awning-storefront: loader routes/catalogue/catalogue",
    "awning-storefront: action brand/preview",
    "awning-storefront: POST /console/brands/:brand/preview",
  ];
  await waitFor(() => expect(collector.spans.map((span) => wayUp(collector.spans, span))).toContainEqual(way));
});

test("continues a trusted proxy's trace, makes none that the sampler leaves out, and sends the remaining spans on a stop", async () => {
  await using collector = await new OtlpCollector().start();
  const sampler = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" };
  await using shop = await traced(collector, { TRUST_TRACEPARENT: "1", OTEL_SERVICE_NAME: "shop-3", ...sampler });
  for (const url of [shop.url("aurora", "/search?q=tea"), shop.apiUrl("aurora", "/search/?q=tea")])
    await send(url, { headers: { traceparent: "00-of-another-form" } });
  await send(shop.url("aurora", "/login"), { headers: { traceparent } });
  expect(await shop.stop()).toBe(0);
  expect(collector.spans).toContainEqual(
    expect.objectContaining({
      name: "GET /login",
      service: "shop-3",
      parentId: FOREIGN.spanId,
      isFailed: false,
      attributes: expect.objectContaining({ "http.response.status_code": 200 }),
    }),
  );
  expect(collector.spans.filter(({ traceId }) => traceId !== FOREIGN.traceId)).toEqual([]);
});

test("answers shoppers, logs one line and stops in time while the collector never answers", async () => {
  await using collector = await new OtlpCollector("hang").start();
  await using shop = await traced(collector, { OTEL_EXPORTER_OTLP_TIMEOUT: "500" });
  const ask = async () => (await send(shop.url("aurora", "/login"))).status;
  expect(await ask()).toBe(200);
  const losses = () =>
    shop.log.split("\n").filter((line) => line.includes("traces not sent") && !line.includes('"program":"api"'));
  await waitUntil(() => losses().length > 0);
  expect(await ask()).toBe(200);
  expect(await shop.stop()).toBe(0); // the second loss
  expect(losses()).toHaveLength(1);
  expect(shop.log).toContain('"msg":"stopped"');
});
