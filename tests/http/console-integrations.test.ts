import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { startEventReceiver } from "../helpers/backend/event-receiver.ts";
import { header, send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);
const PAGE = "/brands/aurora/integrations";

let receiver: Awaited<ReturnType<typeof startEventReceiver>>;
beforeAll(async () => {
  receiver = await startEventReceiver();
});
afterAll(() => receiver.close());

async function openIntegrations() {
  const browser = new TextBrowser();
  const door = await browser.open(url(`/sign-in?returnTo=${encodeURIComponent(PAGE)}`));
  return door.submit("Sign in", { "E-mail address": DEMO_MEMBER.email, Password: DEMO_MEMBER.password });
}

test("an endpoint is added, tried, given a new secret, paused and removed, without JavaScript", async () => {
  const page = await openIntegrations();
  expect(page.heading).toBe("Integrations");
  const typed = { URL: "http://10.0.0.1/events", "An order was paid, in time or late.": true };
  const refused = await page.submit("Add the endpoint", typed);
  expect([refused.status, refused.value("URL")]).toEqual([400, typed.URL]);
  expect(refused.alerts()).toContain("Enter a URL that begins with https://");
  const added = await refused.submit("Add the endpoint", { URL: receiver.url });
  const secret = /whsec_[\w+/=]{44}/.exec(added.text)![0];
  const list = await added.browser.open(url(PAGE));
  expect(list.text).not.toContain("whsec_");

  const file = await list.follow("Download the endpoints as CSV");
  expect(file.answer.text).toContain(new URL(receiver.url).host);
  const endpoint = await list.follow(receiver.url);
  expect(endpoint.heading).toBe(`Endpoint ${new URL(receiver.url).host}`);
  const tried = await endpoint.submit("Send a test");
  expect(tried.alerts()).toContain("A test is on its way. Load the page again to see the answer.");
  await expect.poll(() => receiver.types()).toEqual(["test"]);
  const [event] = receiver.received;
  expect(new Webhook(secret).verify(event!.text, event!.headers)).toMatchObject({ type: "test", brand: "aurora" });
  await expect
    .poll(async () => (await tried.browser.open(url(new URL(endpoint.url).pathname))).text)
    .toMatch(/204 after \d+ ms/);

  const events = await (await tried.browser.open(endpoint.url)).follow("Download as CSV");
  expect(events.answer.text).toMatch(/,test,,delivered,1,/);
  const rotated = await endpoint.submit("Make a new secret");
  const fresh = /whsec_[\w+/=]{44}/.exec(rotated.text)![0];
  expect(fresh).not.toBe(secret);
  const paused = await endpoint.submit("Pause");
  expect(paused.buttons()).not.toContain("Send a test");
  const resumed = await paused.submit("Resume");
  const gone = await resumed.submit("Remove");
  expect([gone.heading, gone.text.includes(receiver.url)]).toEqual(["Integrations", false]);
  expect((await gone.browser.open(endpoint.url)).status).toBe(404);
  for (const text of [secret, fresh]) expect(shop().log).not.toContain(text);
});

test("a key is shown once and opens its calls on the console's hostname until it is revoked", async () => {
  const page = await openIntegrations();
  const name = "Books of the company";
  const refused = await page.submit("Make the key", { Name: name, "Last day": "2020-01-01" });
  expect([refused.status, refused.value("Name")]).toEqual([400, name]);
  const made = await refused.submit("Make the key", { "Last day": "", "Read the catalogue": true });
  const key = /awn_[\w-]{43}/.exec(made.text)![0];
  const list = await made.browser.open(url(PAGE));
  expect([list.text.includes(name), list.text.includes(key)]).toEqual([true, false]);

  const call = (path: string, headers: Record<string, string> = {}, host = "console", method = "GET") =>
    send(shop().url(host, path), { method, headers: { authorization: `Bearer ${key}`, ...headers } });
  const products = await call("/api/v1/brands/aurora/products", { origin: "https://evil.example" });
  expect([products.status, JSON.parse(products.text).products.length > 0]).toEqual([200, true]);
  expect(header(products, "cache-control")).toContain("no-store");
  expect(Object.keys(products.headers).filter((name) => /^(access-control|set-cookie)/.test(name))).toEqual([]);
  expect((await call("/api/v1/brands/aurora/orders")).status).toBe(403);
  expect((await call("/api/v1/brands/tamarind/products")).status).toBe(401);
  expect((await call("/api/v1/brands/aurora/products", {}, "aurora")).status).toBe(404);
  const cookie = page.browser.cookies.headerFor(url("/"))!;
  expect((await call("/api/v1/brands/aurora/products", { authorization: "", cookie })).status).toBe(401);
  for (const path of ["/api/v1/../../_staff/me", "/api/v1/%2e%2e/%2e%2e/_staff/me", "/api/v1/nosuch", "/api/v2/x"])
    expect([path, (await call(path)).status]).toEqual([path, 404]);
  expect((await call("/api/v1/brands/aurora/products", {}, "console", "OPTIONS")).status).not.toBe(204);

  const silent = await list.submit(`Revoke ${name}`, { Reason: " " });
  expect([silent.status, silent.alerts()]).toEqual([400, expect.arrayContaining(["Say why, in a few words"])]);
  const revoked = await silent.submit(`Revoke ${name}`, { Reason: "Not needed any more" });
  expect(revoked.alerts()).toContain("The key is revoked.");
  expect((await call("/api/v1/brands/aurora/products")).status).toBe(401);
  expect(shop().log).not.toContain(key);
});
