import { expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { codeAt } from "../helpers/api/test-staff.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);
const LINK = /http:\/\/console\.localhost:\d+\/invitation\/[\w-]{43}/;
const PASSWORD = "river stone lantern";

async function signIn() {
  const page = await new TextBrowser().open(url("/sign-in"));
  return (await page.submit("Sign in", { "E-mail address": DEMO_MEMBER.email, Password: DEMO_MEMBER.password }))
    .browser;
}

/** Invites on the page of the staff. @returns the one-time link */
async function invite(browser: TextBrowser, email: string, Role: string, Brand: string) {
  const invited = await (await browser.open(url("/staff"))).submit("Invite", { "E-mail address": email, Role, Brand });
  return LINK.exec(invited.text)![0];
}

/** Follows a link as somebody new. @returns the page with the recovery codes */
async function join(link: string, name: string): Promise<Page> {
  const page = await new TextBrowser().open(link);
  const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(page.text)![0].replaceAll(" ", "");
  const code = codeAt(secret, Date.now());
  return page.submit("Join", { "Your name": name, Password: PASSWORD, "Code that the app shows": code });
}

test("a brand's owner manages its staff alone, and downloads the list of members, without JavaScript", async () => {
  const chief = await signIn();
  const { browser } = await join(await invite(chief, "anna@staff.test", "Owner", "tamarind"), "Anna");
  await join(await invite(chief, "bo@staff.test", "Support", "tamarind"), "Bo");
  const other = await join(await invite(chief, "cy@staff.test", "Support", "aurora"), "Cy");

  const staff = await (await browser.open(url("/"))).follow("Staff");
  expect(staff.text).toContain("Anna anna@staff.test Owner of Tamarind");
  expect(staff.links()).not.toContain("Cy");
  for (const hidden of ["cy@staff.test", DEMO_MEMBER.email]) expect(staff.text).not.toContain(hidden);
  const file = await staff.follow("Download as CSV");
  expect(file.answer.text.split("\r\n").map((line) => line.split(",")[1])).toEqual([
    "email",
    "anna@staff.test",
    "bo@staff.test",
    undefined,
  ]);

  const bo = await (await browser.open(url("/staff"))).follow("Bo");
  const given = await bo.submit("Give the role", { Role: "Finance" });
  expect(given.text).toContain("bo@staff.test has the role now.");
  const silent = await given.submit("Disable", { Reason: " " });
  expect([silent.status, silent.alerts()]).toEqual([400, expect.arrayContaining(["Say why, in a few words"])]);
  const again = await silent.submit("Make a new link", { Reason: "Lost the phone" });
  expect(again.text).toMatch(LINK);
  const disabled = await again.submit("Disable", { Reason: "Has left" });
  expect(disabled.text).toContain("bo@staff.test is disabled, and signed out everywhere.");
  const self = await (await browser.open(url("/staff"))).follow("Anna");
  const last = await self.submit("Disable", { Reason: "On leave" });
  expect([last.status, last.part("They are signed out").value("Reason")]).toEqual([400, "On leave"]);
  const kept = await self.submit("Take away Owner of Tamarind");
  expect([kept.status, kept.alerts()]).toEqual([
    400,
    ["Somebody must stay owner of this brand. Name another owner first."],
  ]);

  // A member of another brand gets the role with the password and the app that they have.
  const link = await invite(browser, "cy@staff.test", "Support", "tamarind");
  const own = other.text.match(/[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/g)!;
  const page = await new TextBrowser().open(link);
  expect(page.text).toContain("Do you use this console already with this address?");
  const typed = { "Your name": "Cy", Password: PASSWORD };
  const joined = await page.submit("Join", { ...typed, "Code that the app shows": own[0]! });
  expect([joined.status, joined.path]).toEqual([200, "/"]);
  for (const brand of ["Aurora", "Tamarind"]) expect(joined.text).toContain(brand);
  const members = await browser.open(url("/staff"));
  expect(members.text).toContain("cy@staff.test Support of Tamarind");
  expect(members.text).not.toContain("Aurora");
  const gone = await (await members.follow("Cy")).submit("Take away Support of Tamarind");
  expect([gone.heading, gone.text.includes("cy@staff.test has lost the role")]).toEqual(["Staff", true]);
});

test("shoppers are ordered by their coins and downloaded, without JavaScript", async () => {
  const browser = await signIn();
  const list = await browser.open(url("/brands/aurora/shoppers"));
  const sorted = await list.follow("Coins");
  expect(sorted.path).toBe("/brands/aurora/shoppers?sort=-coins");
  const file = await sorted.follow("Download as CSV");
  const lines = file.answer.text.trim().split("\r\n").slice(1);
  const shoppers = lines.map((line) => ({ email: line.split(",")[0]!, coins: Number(line.split(",").at(-1)) }));
  const byCoins = shoppers.toSorted((one, other) => other.coins - one.coins).map(({ email }) => email);
  expect(byCoins.length).toBeGreaterThan(1);
  const places = byCoins.map((email) => sorted.text.indexOf(email));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
