import { afterAll, beforeAll, expect, test } from "vitest";

import { hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { TlsProxy } from "../helpers/proxies/tls-proxy.ts";
import { type Shop, startShop } from "../helpers/shop/shop.ts";

let proxy: TlsProxy;
let shop: Shop;
const openWindow = useBrowser();
beforeAll(async () => {
  proxy = await new TlsProxy().start();
  shop = await startShop({ env: { TRUST_PROXY: "1" } });
  proxy.target = shop.port;
  // A demo answers its own network only, also behind a proxy.
  proxy.headers["x-forwarded-for"] = "10.0.0.9";
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

test("a browser behind a proxy that ends TLS logs in and keeps cookies of this host alone [HOST-05] [SES-02]", async () => {
  const shopper = await openWindow({ ignoreHTTPSErrors: true });
  const { page } = shopper;
  const origin = `https://aurora.localhost:${proxy.port}`;
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email or phone").fill("demo@awning.test");
  await page.getByLabel("Password", { exact: true }).fill("Demo@2026");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`${origin}/`);
  await expect.poll(() => page.getByRole("button", { name: "Logout" }).count()).toBeGreaterThan(0);

  const cookies = await page.context().cookies();
  // Scripts set one cookie, which only shows that they run.
  const byScripts = { name: "__Host-js", secure: true, domain: "aurora.localhost", path: "/" };
  expect(cookies.filter(({ httpOnly }) => !httpOnly)).toMatchObject(hasJavaScript ? [byScripts] : []);
  expect(cookies.filter(({ name, secure }) => !secure || !name.startsWith("__Host-"))).toEqual([]);
  const tokens = cookies.filter(({ name }) => name.endsWith("_token"));
  expect(tokens.map(({ name }) => name).sort()).toEqual(["__Host-access_token", "__Host-refresh_token"]);
  for (const { httpOnly, secure, sameSite, domain, path } of tokens) {
    expect({ httpOnly, secure, sameSite, domain, path }).toEqual({
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      domain: "aurora.localhost",
      path: "/",
    });
  }
  expect(shopper.problems).toEqual([]);
});

if (!hasJavaScript) {
  test("removes the cookie for running scripts once they no longer run", async () => {
    const { page } = await openWindow({ ignoreHTTPSErrors: true });
    const origin = `https://aurora.localhost:${proxy.port}`;
    const names = async () => (await page.context().cookies()).map(({ name }) => name);
    for (const name of ["__Host-js", "js"])
      await page.context().addCookies([{ name, value: "1", url: origin, secure: true }]);
    // A page that is made for each visitor; one that is kept for all is whole for everybody.
    await page.goto(`${origin}/search?q=gift`);
    await page.getByRole("contentinfo").waitFor();
    await expect.poll(names).not.toContain("__Host-js");
    expect(await names()).not.toContain("js");
  });
}
