import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runCli } from "../helpers/cli/cli.ts";
import { acceptedTerms } from "../helpers/shop/books.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const branding = { organization_name: "Maple", email: "care@maple.example", website_url: "https://maple.example" };
const shop = useShop(() => ({ tenants: { maple: { branding, seed: "demo" }, oak: { branding } } }));
const open = (path: string, brand = "maple") => new TextBrowser().open(shop().url(brand, path));

const fileOf = (name: string) => join(shop().tenantsDir, "maple", "pages", name);
function write(name: string, text: string) {
  mkdirSync(join(shop().tenantsDir, "maple", "pages"), { recursive: true });
  writeFileSync(fileOf(name), text);
}
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const headingOf = async (path: string, brand?: string) => (await open(path, brand)).heading;

test.each([
  ["terms-conditions", "Terms and Conditions"],
  ["privacy", "Privacy Policy"],
  ["cookies", "Cookie Policy"],
  ["about-us", "About Maple"],
  ["help-center", "Help Center"],
])("a brand's own %s replaces the shop's while its file exists", async (name, usual) => {
  expect(await headingOf(`/${name}`)).toBe(usual);
  const text =
    "# Ours\n\nLast updated: 2026-11-21\n\nFrom {organization_name}.\n\n## Who answers\n\n[{email}](mailto:{email})\n";
  write(`${name}.md`, text);
  await expect.poll(() => headingOf(`/${name}`)).toBe("Ours");

  const page = await open(`/${name}`);
  expect(page.title).toBe("Ours · Maple");
  expect(page.text).toContain("From Maple.");
  expect(page.text).toContain("Last updated 21 Nov 2026");
  expect(page.href("Who answers")).toBe(shop().url("maple", `/${name}#who-answers`));
  expect(page.href("care@maple.example")).toBe("mailto:care@maple.example");
  expect((await page.follow("Contact Us")).path).toBe("/contact-us");
  expect(await headingOf(`/${name}`, "oak")).toBe(usual);

  rmSync(fileOf(`${name}.md`));
  await expect.poll(() => headingOf(`/${name}`)).toBe(usual);
});

describe("a page with a mistake", () => {
  test("is refused by file and reason, the brand keeps its former page, and the next start reports it too", async () => {
    write("privacy.md", "# First\n\nShort.");
    await expect.poll(() => headingOf("/privacy")).toBe("First");
    write("privacy.md", "# Second\n\nFrom {organisation}, <script>alert(1)</script>.");
    await expect.poll(() => shop().log).toContain("maple/pages/privacy.md: line 3: unknown placeholder {organisation}");
    await expect.poll(() => shop().log).toContain("privacy.md: contains HTML, which is not supported: <script>");
    expect(await headingOf("/privacy")).toBe("First");
    // The API goes on with the brand as well.
    const home = await signIn(shop(), "maple", DEMO);
    expect(home.text).toContain("Logout");

    const env = { TENANTS_DIR: shop().tenantsDir, DATA_DIR: shop().dataDir };
    const checked = await runCli(["check"], { env });
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain("maple/pages/privacy.md: line 3: unknown placeholder {organisation}");

    write("privacy.md", "# Third\n\nShort.");
    await expect.poll(() => headingOf("/privacy")).toBe("Third");
    expect((await runCli(["check"], { env })).stderr).not.toContain("privacy.md");
  });
});

test("Pay accepts the brand's own terms, by their day and words", async () => {
  const home = await signIn(shop(), "maple", DEMO);
  const versions = [];
  for (const day of ["2026-11-20", "2026-11-21"]) {
    write("terms-conditions.md", `# Terms\n\nLast updated: ${day}\n\n## All of it\n\nBe kind.`);
    await expect
      .poll(async () => (await open("/terms-conditions")).text)
      .toContain(`Last updated ${day.slice(-2)} Nov 2026`);
    const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
    await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
    const orderId = new URL(screen.url).searchParams.get("orderid")!;
    versions.push(acceptedTerms(shop(), "maple", orderId).version);
  }
  expect(versions).toEqual([expect.stringMatching(/^2026-11-20 /), expect.stringMatching(/^2026-11-21 /)]);
});

test("shows a brand's own texts once its file has them, also on pages that were kept before", async () => {
  const literals = {
    "/purchase-voucher": "Purchase voucher for any demonination, Earn 3x worth benefits",
    "/login": "Login to your store or admin account",
    "/": "Price Range",
  };
  for (const [path, text] of Object.entries(literals)) expect((await open(path)).text).toContain(text);
  const texts = {
    purchasePromise: "Cards for everyone",
    loginLead: "Welcome back",
    sortRecommended: "Our favourites",
    enterDenomination: "Amount",
    linkExpired: "Time is up",
    sessionTimedOut: "Nothing was paid",
    goBackHome: "On",
  };
  const file = join(shop().tenantsDir, "maple", "tenant.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), texts }));
  await expect.poll(() => headingOf("/timeexp")).toBe("Time is up");

  const own = { "/purchase-voucher": texts.purchasePromise, "/login": texts.loginLead, "/": texts.sortRecommended };
  for (const [path, text] of Object.entries(own)) expect((await open(path)).text).toContain(text);
  const product = await (await open("/")).follow("Raga Stream");
  expect(product.text).toContain(texts.enterDenomination);
  const expired = await open("/timeexp");
  expect(expired.title).toBe("Time is up · Maple");
  expect(expired.text).toContain(texts.sessionTimedOut);
  expect((await expired.submit(texts.goBackHome)).path).toBe("/");
  expect((await open("/login", "oak")).text).toContain(literals["/login"]);
});
