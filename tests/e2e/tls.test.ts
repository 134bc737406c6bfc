import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newShopper } from "../helpers/browser.ts";
import { startShop, type Shop } from "../helpers/shop.ts";
import { TlsProxy } from "../helpers/tls-proxy.ts";

let proxy: TlsProxy;
let shop: Shop;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  proxy = await new TlsProxy().start();
  shop = await startShop({ env: { TRUST_PROXY: "1" } });
  proxy.target = shop.port;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await proxy[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

test("[HOST-05] [SES-02] behind a proxy that ends TLS a browser logs in and keeps cookies of this host alone", async () => {
  const shopper = await newShopper(browser, { ignoreHTTPSErrors: true });
  const { page } = shopper;
  const origin = `https://aurora.localhost:${proxy.port}`;
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`${origin}/`);
  await expect.poll(() => page.getByRole("button", { name: "Logout" }).count()).toBeGreaterThan(0);

  const tokens = (await page.context().cookies()).filter(({ name }) => name.endsWith("_token"));
  expect(tokens.map(({ name }) => name).sort()).toEqual(["__Host-access_token", "__Host-refresh_token"]);
  for (const { httpOnly, secure, sameSite, domain, path } of tokens) {
    expect({ httpOnly, secure, sameSite, domain, path }).toEqual({
      ...{ httpOnly: true, secure: true, sameSite: "Lax", domain: "aurora.localhost", path: "/" },
    });
  }
  expect(shopper.problems).toEqual([]);
  await shopper.close();
});
