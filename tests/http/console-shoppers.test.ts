import { expect, test } from "vitest";

import { enrol, forgetCodes, openConsole } from "../helpers/shop/members.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { signUpHere } from "../helpers/shop/shopper.ts";

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);

test("a grant above the limit goes from the search to a second member and into the ledger, without JavaScript", async () => {
  const { email } = await signUpHere(shop(), "aurora");
  const list = await (await openConsole(shop())).browser.open(url("/brands/aurora/shoppers"));
  expect(list.heading).toBe("Shoppers");
  const short = await list.submit("Search", { Search: " z " });
  expect([short.status, short.text]).toEqual([
    400,
    expect.stringContaining("It must have at least three letters or digits."),
  ]);
  const found = await short.submit("Search", { Search: email.slice(0, -5).toUpperCase() });
  const shopper = await found.follow(email);
  expect([shopper.heading, shopper.text.includes("Nothing. Each act on this page is a line here.")]).toEqual([
    email,
    true,
  ]);

  const refused = await shopper.submit("Grant coins", { Coins: "lots", Reason: "For a late card" });
  expect([refused.status, refused.value("Coins"), refused.value("Reason"), refused.alerts()]).toEqual([
    400,
    "lots",
    expect.any(String),
    expect.arrayContaining(["Enter a number of coins above 0"]),
  ]);
  const waiting = await refused.submit("Grant coins", { Coins: "2500.50", Reason: "For a late card" });
  expect([waiting.status, waiting.alerts()]).toEqual([200, ["A second member has to approve this."]]);
  expect(waiting.text).toContain("2,500.50 coins wait for a second member: owner@awning.test, For a late card");

  const own = await waiting.browser.open(url("/brands/aurora/shoppers/grants"));
  expect(own.buttons()).toContain("Withdraw");
  expect(own.buttons()).not.toContain("Approve");

  const { browser: second } = await enrol(shop(), "second@awning.test", "finance");
  const grants = await second.open(url("/brands/aurora/shoppers/grants"));
  const credited = await grants.submit("Approve", { Reason: "Agreed" });
  expect(credited.alerts()).toEqual(["The request is approved."]);
  const ledger = await second.open(shopper.url);
  expect(ledger.text).toContain("For a late card +2,500.50 2,500.50");
  expect(ledger.text).toContain("coins.approve second@awning.test Agreed");
  expect(ledger.links()).not.toContain("Erase this person");
});

test("a person's data are downloaded, and then erased, without JavaScript", async () => {
  const { email } = await signUpHere(shop(), "aurora");
  const list = await (await openConsole(shop())).browser.open(url(`/brands/aurora/shoppers?q=${email}`));
  const shopper = await list.follow(email);
  const file = await (await shopper.follow("Export all data")).submit("Download as JSON", { Reason: "Asked for it" });
  expect(file.answer.headers).toMatchObject({ "content-disposition": expect.stringMatching(/^attachment; filename=/) });
  expect(JSON.parse(file.answer.text).profile.email).toBe(email);

  const page = await shopper.follow("Erase this person");
  const refused = await page.submit("Erase for good", {
    "Type the shopper's e-mail address again": "x@example.test",
    Reason: "Asked in writing",
  });
  expect([refused.status, refused.value("Reason"), refused.alerts()]).toEqual([
    400,
    "Asked in writing",
    expect.arrayContaining(["This is not the shopper's e-mail address."]),
  ]);
  const erased = await refused.submit("Erase for good", { "Type the shopper's e-mail address again": email });
  expect(erased.alerts()).toEqual(["The person is erased. Their orders and payments stay in the books."]);
  expect(erased.text).not.toContain(email);
  expect(erased.text).toContain("shopper.erase");
  expect(shop().log).not.toContain(email);
});

test("requires a code before it sends a file with personal data, without JavaScript", async () => {
  const { browser, codes } = await enrol(shop(), "third@awning.test", "finance");
  forgetCodes(shop());
  const door = await browser.open(url("/brands/aurora/orders.csv?status=completed"));
  expect([door.path, door.heading]).toEqual([
    "/confirm?returnTo=%2Fbrands%2Faurora%2Forders.csv%3Fstatus%3Dcompleted",
    "Confirm that it is you",
  ]);
  const wrong = await door.submit("Confirm", { "Code of your authenticator app": "000000" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("This code is wrong or was used before.")]);
  const file = await wrong.submit("Confirm", { "Code of your authenticator app": codes[0]! });
  expect(file.answer.text).toMatch(/^number,state,review,placed_at \(IST\),/);
  const elsewhere = await browser.open(url("/confirm?returnTo=https://evil.example/x"));
  expect((await elsewhere.follow("Back")).path).toBe("/");
});
