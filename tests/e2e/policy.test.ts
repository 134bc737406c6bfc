import { expect, test } from "vitest";

import { useBrowser, visit } from "../helpers/browser/browser.ts";
import { type Answer, send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

// The limits of our pages' policy on scripts, in a browser.

const shop = useSharedShop();
const openWindow = useBrowser();

// A page that is kept and one that is not, each with and without React in the browser.
const PATHS = ["/privacy", "/login", "/search?q=tea", "/shopping-cart?product=2"];

test.each(PATHS)("on %s no script writes HTML, adds a script or creates a Trusted Types policy", async (path) => {
  const { page } = await openWindow();
  await visit(page, shop().url("aurora", path));
  const outcomes = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement("div").innerHTML = "<b>x</b>"),
      parse: () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
      src: () => (document.createElement("script").src = "/assets/x.js"),
      text: () => (document.createElement("script").text = "1"),
      policy: () =>
        (window as never as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes //
          .createPolicy("default", { createHTML: (html: string) => html }),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} done`;
      } catch (error) {
        return `${name} ${(error as Error).name}`;
      }
    });
  });
  const refused = ["innerHTML", "parse", "src", "text", "policy"].map((name) => `${name} TypeError`);
  expect(outcomes).toEqual(refused);
});

const policyOf = (headers: Answer["headers"]) => ({
  "content-security-policy": String(headers["content-security-policy"]),
});

test.each(PATHS)("blocks a script that was injected into %s, and runs the shop's own", async (path) => {
  const { page, problems } = await openWindow();
  await page.route(shop().url("aurora", path), async (route) => {
    const { status, headers, text } = await send(shop().url("aurora", path));
    const html = text.replace(/<body[^>]*>/, "$&<script>document.title = 'injected'</script>");
    expect(html).toContain("'injected'");
    await route.fulfill({ status, headers: { ...policyOf(headers), "content-type": "text/html" }, body: html });
  });
  await visit(page, shop().url("aurora", path));
  expect(await page.title()).not.toBe("injected");
  expect(await page.evaluate(() => customElements.get("copy-button") !== undefined)).toBe(true);
  expect(problems.filter((problem) => !/Content Security Policy/.test(problem))).toEqual([]);
  expect(problems).toHaveLength(1);
});
