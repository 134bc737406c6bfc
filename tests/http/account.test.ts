import { describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { continueAs, signIn, signUp } from "../helpers/shop/shopper.ts";
import { attribute, findAll, hasAttribute, textOf } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const open = async (path: string, page?: Page) =>
  (page ?? (await signIn(shop(), "aurora"))).browser.open(shop().url("aurora", path));

describe("profile", () => {
  test("keeps the number of an account that another tab has signed in later", async () => {
    const page = await open("/edit-profile", await signUp(shop(), "aurora"));
    const other = await signUp(shop(), "aurora", "Bimal Sen");
    continueAs(page, other);
    const refused = await page.submit("Save Changes", { "Mobile number": "9876501299" });
    const warning = expect.stringMatching(/^You are now signed in as shopper-\d+@example\.com\. Nothing was changed\./);
    expect([refused.status, refused.alerts()]).toEqual([409, [warning]]);
    expect((await open("/edit-profile", other)).value("Mobile number")).not.toBe("9876501299");
    expect((await refused.submit("Save Changes")).alerts()).toEqual(["Profile updated successfully!"]);
  });

  test("changes only the mobile number, and only to ten digits [A-14]", async () => {
    const page = await open("/edit-profile", await signUp(shop(), "aurora"));
    for (const label of ["Name", "Email", "Profile picture"])
      expect([label, page.isFieldDisabled(label)]).toEqual([label, true]);
    expect([page.value("Name"), page.text]).toEqual([
      "Asha Rao",
      expect.stringContaining("Enter 10-digit mobile number"),
    ]);

    expect(page.answer.text).toContain('data-busy="Updating..."');

    const refused = await page.submit("Save Changes", { "Mobile number": "98765" });
    expect([refused.status, refused.alerts(), refused.value("Mobile number")]).toEqual([
      400,
      ["Enter 10-digit mobile number"],
      "98765",
    ]);
    expect(refused.text.match(/Enter 10-digit mobile number/g)).toHaveLength(1);
    const saved = await refused.submit("Save Changes", { "Mobile number": "+91 98765-01234" });
    expect(saved.alerts()).toEqual(["Profile updated successfully!"]);
    expect([saved.value("Mobile number"), saved.text]).toEqual([
      "9876501234",
      expect.stringContaining("Valid 10-digit number"),
    ]);
    expect((await saved.reload()).alerts()).toEqual([]);
  });

  test("ignores sent values of disabled fields [INP-13]", async () => {
    const page = await open("/edit-profile", await signUp(shop(), "aurora"));
    const email = page.value("Email");
    const cookie = page.browser.cookies.headerFor(page.url)!;
    const headers = { cookie, origin: new URL(page.url).origin, "content-type": "application/x-www-form-urlencoded" };
    const body =
      "phone=9876501111&username=Root&email=root%40x.yz&coins=9999&is_admin=1&id=1&country=XX&address_line1=X";
    expect((await send(page.url, { method: "POST", headers, body })).status).toBe(303);
    const after = await page.reload();
    expect([after.value("Name"), after.value("Email"), after.value("Mobile number")]).toEqual([
      "Asha Rao",
      email,
      "9876501111",
    ]);
    expect(after.text).toContain("0 Points");
  });

  test("shows a visitor a labelled sample with the Edit link [R-09]", async () => {
    const page = await new TextBrowser().open(shop().url("aurora", "/profile"));
    expect([page.status, page.path, page.heading]).toEqual([200, "/profile", "Profile"]);
    expect(page.text).toContain("This is an example. Sign in to see your own profile.");
    expect(page.text).toContain("asha@example.com");
    expect((await page.follow("Edit")).path).toBe("/login?returnTo=%2Fedit-profile");
  });

  test("shows the shopper's details and links to the form [R-09]", async () => {
    const page = await open("/profile");
    expect(page.text).toMatch(/Name Ananya Iyer Email demo@awning\.test/);
    expect((await page.follow("Edit")).path).toBe("/edit-profile");
  });
});

describe("order history", () => {
  test("lists every order with date, cards, state and amount paid [O-01]", async () => {
    const page = await open("/order-history");
    expect(page.text.match(/Order ORD\d+/g)!.length).toBeGreaterThanOrEqual(6);
    for (const state of ["Completed", "Failed", "Expired", "Refund due"]) expect(page.text).toContain(state);
    expect(page.text).toMatch(/ · \d{1,2} \w{3} \d{4} · ₹[\d,.]+ .*\d{4}, \d{1,2}:\d{2} [ap]m/);
    expect(page.answer.text).toMatch(/<img[^>]+src="\/media\/cards\/\d+\.svg/);
  });

  test("the tab Purchases counts the orders that it lists, one with a refund among them", async () => {
    const page = await open("/order-history?show=purchases");
    const listed = page.text.match(/Order ORD\d+/g)!.length;
    expect(page.text).toContain(`Purchases (${listed})`);
    expect(page.text).toContain("Refund due");
  });

  test("[O-04] the newest three are open, the others open on demand and send no codes before", async () => {
    const page = await open("/order-history");
    const orders = findAll(page.tree, (element) => attribute(element, "class") === "order");
    const isOpen = orders.map((order) => hasAttribute(order, "open"));
    expect(isOpen).toEqual(orders.map((_, index) => index < 3));
    expect(isOpen.length).toBeGreaterThan(3);
    const cards = [...page.answer.text.matchAll(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/g)];
    const more = await page.follow("Show vouchers");
    expect([...more.answer.text.matchAll(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/g)].length).toBeGreaterThan(cards.length);
  });

  test("shows each card with its kind, amount and price, and each voucher with its recipient [O-01]", async () => {
    const page = await (await open("/order-history")).follow("Show vouchers");
    const order = page.part(/Completed.*Card number.*Order ORD\d+/);
    expect(order.text).toMatch(
      /Completed · \d{1,2} \w{3} \d{4} · ₹[\d,.]+ .* \d × ₹[\d,]+\.00 ₹[\d,]+\.00 .*\d{4}, \d{1,2}:\d{2} [ap]m [A-Z]/,
    );
    const ticket = page.parts(/Card number.*Mark as/)[0]!;
    expect(ticket.text).toMatch(/^\S.* ₹[\d,]+\.00 Valid until \d{1,2} \w{3} \d{4} Card number/);
  });

  test("marks a voucher as used, and back, and keeps the current view", async () => {
    const page = await (await open("/order-history")).follow("Show vouchers");
    const path = page.path;
    expect(path).toContain("open=");
    const ticketOf = (view: Page) => view.parts(/Card number.*Mark as/).at(-1)!;
    expect(ticketOf(page).buttons().join()).toMatch(/Mark as used \S.* •••• \w{4}/);
    const used = await ticketOf(page).submit(/^Mark as used/);
    expect([used.path, used.alerts()]).toEqual([path, ["The voucher is marked as used."]]);
    expect(page.browser.answers.at(-2)!.headers.location).toMatch(/#mark-[\w-]+$/);
    expect(ticketOf(used).text).toMatch(/ Used Valid until/);
    const unused = await ticketOf(used).submit(/^Mark as not used/);
    expect([unused.path, unused.alerts()]).toEqual([path, ["The voucher is no longer marked as used."]]);
    expect(ticketOf(unused).text).not.toMatch(/ Used Valid until/);
  });

  test("refuses to mark a missing voucher, and the page says so", async () => {
    const page = await open("/order-history");
    const headers = {
      cookie: page.browser.cookies.headerFor(page.url)!,
      origin: new URL(page.url).origin,
      "content-type": "application/x-www-form-urlencoded",
    };
    const answer = await send(page.url, { method: "POST", headers, body: "voucher=none&used=1&order=x" });
    expect(answer.status).toBe(400);
    expect(/role="alert".*?<\/div><\/div>/.exec(answer.text)?.[0]).toContain("Not found.");
  });

  test("reports missing vouchers [O-02]", async () => {
    const page = await open("/order-history");
    expect(page.text).toContain("No voucher details available");
    expect(page.text).toContain("No claim URL available");
  });

  test("shows a page for a shopper without orders", async () => {
    const page = await open("/order-history", await signUp(shop(), "aurora"));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("No orders yet")]);
  });
});

describe("coin history", () => {
  const panel = async () => (await open("/order-history")).follow("Coin History");
  const amounts = (page: Page) =>
    [...page.text.matchAll(/([-+]?[\d,.]+) Pts/g)].map(([, amount]) => Number(amount!.replaceAll(",", "")));

  test("opens only on demand [O-05]", async () => {
    const closed = await open("/order-history");
    expect(closed.text).not.toContain("Pts");
    const page = await closed.follow("Coin History");
    expect(page.text).toMatch(/BIRTHDAY-300, .*?Ananya Iyer · \d{1,2} \w{3} \d{4}, .*Pending ?\+300\.00 Pts/);
    expect(page.text).toMatch(/-\d[\d,]*\.\d{2} Pts Balance \d[\d,]*\.\d{2}/);
  });

  test("filters by amount, by state and by code [O-06]", async () => {
    const page = await panel();
    const options = findAll(page.tree, ({ name }) => name === "option").map((option) => textOf(option));
    expect(options).toEqual(expect.arrayContaining(["Date", "Amount", "All Status", "Redeemed", "Pending"]));
    const byDate = await page.submit("Apply", { "Sort by": "Date", Status: "All Status" });
    expect(amounts(byDate)).toEqual(amounts(page));
    const byAmount = await page.submit("Apply", { "Sort by": "Amount" });
    expect(amounts(byAmount)).toEqual(amounts(page).toSorted((a, b) => b - a));
    expect(amounts(page)).not.toEqual(amounts(byAmount));
    const pending = await byAmount.submit("Apply", { Status: "Pending" });
    expect(amounts(pending)).toEqual([300, 75.5]);
    expect(pending.value("Sort by")).toBe(byAmount.value("Sort by"));
    const found = await page.submit("Apply", { "Coupon code": "quarter" });
    const [ended, added, ...others] = amounts(found);
    expect([added, others, found.text]).toEqual([900, [], expect.stringContaining("Ended unused: QUARTER-900")]);
    expect(ended).toBeLessThan(0);
  });
});

describe("forgot, OTP, reset", () => {
  test("leads from one screen to the next, and claims nothing that did not happen [A-10]", async () => {
    const page = await open("/forgot", await signUp(shop(), "tamarind"));
    const empty = await page.submit("Send Reset Instructions");
    expect(empty.path).toBe("/forgot");
    const otp = await page.submit("Send Reset Instructions", { "Email / Mobile Number": "nobody@awning.test" });
    expect(otp.path).toBe("/verify-otp");
    expect(otp.fields()).toEqual(expect.arrayContaining(["Character 1", "Character 2", "Character 3", "Character 4"]));
    expect(otp.buttons()).toEqual(expect.arrayContaining(["Validate OTP", "Send Again"]));
    expect(otp.text).not.toMatch(/password (was|has been) changed/i);
  });
});

describe("contact", () => {
  test("checks the rules, and confirms the message [S-06]", async () => {
    const page = await open("/contact-us");
    const refused = await page.submit("Send Message", { Name: "Asha", Email: "asha@example.com", Message: "" });
    expect([refused.status, refused.alerts()]).toEqual([400, expect.arrayContaining(["Please enter your message"])]);
    expect(refused.value("Name")).toBe("Asha");
    expect(page.answer.text).toMatch(/<textarea[^>]* maxlength="500"/i);
    const sent = await refused.submit("Send Message", { Message: "Where is my card?" });
    expect(sent.part("Message Sent").href("Close")).toBe(shop().url("aurora", "/contact-us"));
    expect(sent.refresh).toEqual({ seconds: 2, url: shop().url("aurora", "/contact-us") });
    expect(page.refresh).toBeUndefined();
    expect(page.text).toContain("24-48 hours");
    expect(page.href("Open the address in a map app")).toMatch(/^geo:0,0\?q=\w/);
  });
});
