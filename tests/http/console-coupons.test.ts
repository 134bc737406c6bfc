import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);
const PAGE = "/brands/tamarind/coupons";

test("coupons are made, their codes downloaded, one withdrawn and then the rest, without JavaScript", async () => {
  const browser = new TextBrowser();
  const door = await browser.open(url(`/sign-in?returnTo=${encodeURIComponent(PAGE)}`));
  const page = await door.submit("Sign in", { "E-mail address": DEMO_MEMBER.email, Password: DEMO_MEMBER.password });
  expect(page.heading).toBe("Coupons");
  const wrong = await page.submit("Make coupons", { Coins: "many", "How many": "2", "Last day": "2099-03-31" });
  expect([wrong.status, wrong.value("Coins"), wrong.value("Last day")]).toEqual([400, "many", "2099-03-31"]);
  expect(wrong.alerts().join()).toContain("Enter a number of coins above 0");
  const [made] = await Promise.all([1, 2].map(() => wrong.submit("Make coupons", { Coins: "77.50" })));
  expect(made!.alerts().join()).toContain("The coupons are made. Download their codes below.");

  const list = await browser.open(url(PAGE));
  const file = await list.follow("Download 2 codes as CSV");
  const lines = parse(file.answer.text, { columns: true }) as Record<string, string>[];
  expect(lines).toMatchObject([1, 2].map(() => ({ coins: "77.50", last_day: "2099-03-31" })));
  const after = await browser.open(url(PAGE));
  for (const { code } of lines) {
    expect(after.answer.text).not.toContain(code);
    expect(shop().log).not.toContain(code);
  }
  const withdrawn = await after.submit("Withdraw 77.50 coins");
  expect(withdrawn.alerts()).toContain("The coupon is withdrawn.");
  const batch = await (await browser.open(url(PAGE))).follow(/ with the coupons made at once$/);
  expect(batch.text).toContain("One was neither redeemed nor withdrawn.");
  const both = await batch.submit("Withdraw it");
  expect(both.alerts()).toContain("The coupons that nobody has redeemed are withdrawn.");
  expect(both.text).toContain("Each was redeemed or withdrawn.");
  const over = await both.submit("Filter", { State: "over" });
  expect(over.text).toMatch(/77\.50.* withdrawn/);
  expect((await browser.open(url(`${PAGE}?state=used&sort=-redeemed`))).status).toBe(200);
});
