import { beforeAll, describe, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { codeAt } from "../helpers/api/test-staff.ts";
import { runCli } from "../helpers/cli/cli.ts";
import { header, send } from "../helpers/http/http.ts";
import { forgetCodes } from "../helpers/shop/members.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useSharedShop();
const desk = (path = "/") => shop().url("console", path);
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const { email, password } = DEMO_MEMBER;

async function signIn(provenance: "fetch-metadata" | "referer" | "lynx" = "fetch-metadata") {
  const browser = new TextBrowser(provenance);
  const page = await browser.open(desk("/sign-in"));
  const inside = await page.submit("Sign in", { "E-mail address": email, Password: password });
  return { browser, inside };
}

describe("the console's hostname", () => {
  test("shows no page of a brand, and no brand's hostname one of the console", async () => {
    for (const path of ["/login", "/cart", "/order-history", "/brand.css", "/media/brand/logo.svg", "/sitemap.xml"])
      expect([path, (await send(desk(path))).status]).toEqual([path, 404]);
    const { browser } = await signIn();
    const cookie = browser.cookies.headerFor(desk())!;
    for (const path of [
      "/sign-in",
      "/passkey-request",
      "/staff",
      "/audit",
      "/audit.csv",
      "/brands/aurora",
      "/invitation/x",
    ]) {
      expect([path, (await send(shop().url("aurora", path), { headers: { cookie } })).status]).toEqual([path, 404]);
    }
  });

  test("sends its own files alone, and brands send none of them", async () => {
    const filesOf = async (url: string) => [...new Set((await send(url)).text.match(/\/assets\/[\w.-]+/g))];
    const files = { console: await filesOf(desk("/sign-in")), aurora: await filesOf(shop().url("aurora")) };
    for (const [host, other] of [
      ["console", "aurora"],
      ["aurora", "console"],
    ] as const) {
      expect(files[host].length).toBeGreaterThan(1);
      for (const path of files[host]) {
        expect([path, (await send(shop().url(host, path))).status]).toEqual([path, 200]);
        expect([path, (await send(shop().url(other, path))).status]).toEqual([path, 404]);
      }
      for (const path of ["/__manifest", "/.vite/manifest.json", "/assets/.vite/manifest.json"])
        expect([host, path, (await send(shop().url(host, path))).status]).toEqual([host, path, 404]);
    }
  });

  test("serves the API's calls on no hostname", async () => {
    const paths = ["/_staff/me", "/_staff/sign-in", "/sandbox/_staff/me", "/media/_staff/me"];
    for (const host of ["aurora", "console"]) {
      for (const path of paths) {
        const { status, text } = await send(shop().url(host, path));
        expect([host, path, status]).toEqual([host, path, 404]);
        expect(text).not.toContain("Please sign in");
      }
    }
  });

  test("is not answered if another one is set", async () => {
    expect((await send(shop().url("desk"))).status).toBe(421);
  });

  test("keeps nothing, is not indexed, not framed, and has separate cookies", async () => {
    const { browser, inside } = await signIn();
    expect(inside.status).toBe(200);
    for (const answer of browser.answers) {
      expect(header(answer, "cache-control")).toMatch(/^private/);
      expect(header(answer, "x-robots-tag")).toBe("noindex");
      expect(header(answer, "x-frame-options")).toBe("DENY");
      expect(header(answer, "content-security-policy")).toMatch(/default-src 'none'/);
      expect(header(answer, "content-security-policy")).not.toMatch(/unsafe-/);
    }
    expect(header(inside.answer, "cache-control")).toContain("no-store");
    for (const cookie of browser.answers.flatMap(({ headers }) => headers["set-cookie"] ?? []))
      expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
    const cookie = browser.cookies.headerFor(desk())!;
    const asShopper = await send(shop().url("aurora", "/order-history"), { headers: { cookie } });
    expect(asShopper.status).toBe(302);
    const shopper = new TextBrowser();
    await (await shopper.open(shop().url("aurora", "/login"))).submit("Login", DEMO);
    const theirs = shopper.cookies.headerFor(shop().url("aurora"))!;
    expect(header(await send(desk("/account"), { headers: { cookie: theirs } }), "location")).toContain("/sign-in");
  });

  test("takes no form of another site", async () => {
    const { browser } = await signIn();
    const cookie = browser.cookies.headerFor(desk())!;
    for (const from of ["https://evil.example", new URL(shop().url("aurora")).origin]) {
      for (const path of ["/sign-in", "/sign-out", "/staff", "/account"]) {
        const headers = { ...FORM, cookie, origin: from, "sec-fetch-site": "cross-site" };
        const answer = await send(desk(path), { method: "POST", headers, body: "act=invite" });
        expect([path, answer.status]).toEqual([path, 403]);
      }
    }
    expect((await browser.open(desk("/account"))).heading).toBe("Your account");
  });
});

describe("the console without JavaScript", () => {
  test.each(["fetch-metadata", "referer", "lynx"] as const)(
    "signs in, leads back, and signs out (%s)",
    async (provenance) => {
      const browser = new TextBrowser(provenance);
      const door = await browser.open(desk("/staff"));
      expect(door.path).toMatch(/^\/sign-in\?returnTo=/);
      const wrong = await door.submit("Sign in", { "E-mail address": email, Password: "wrong" });
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("The e-mail address, the password or")]);
      const inside = await wrong.submit("Sign in", { Password: password });
      expect([inside.status, inside.heading]).toEqual([200, "Staff"]);
      const out = await inside.submit("Sign out");
      expect(out.path).toBe("/sign-in");
      expect((await browser.open(desk("/staff"))).path).toMatch(/^\/sign-in/);
    },
  );

  test("returns the options for a passkey, different each time, and reports a browser that cannot make one", async () => {
    const ask = async (cookie?: string) => {
      const answer = await send(desk("/passkey-request"), { headers: cookie ? { cookie } : {} });
      expect([answer.status, header(answer, "cache-control")]).toEqual([
        200,
        expect.stringMatching(/^private, .*no-cache$/),
      ]);
      return JSON.parse(answer.text) as { challenge: string };
    };
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatchObject({ rpId: "console.localhost", userVerification: "required", allowCredentials: [] });
    expect(second.challenge).not.toBe(first.challenge);
    const { browser } = await signIn();
    expect(await ask(browser.cookies.headerFor(desk()))).toMatchObject({ rpId: "console.localhost" });

    const account = await browser.open(desk("/account"));
    forgetCodes(shop());
    const asked = await account.submit("Add a passkey", { "Name of the new passkey": "Laptop" });
    expect(asked.text).toContain("Demo members have no app, so nothing is asked for: press “Add a passkey” once more.");
    const begun = await asked.submit("Add a passkey");
    expect(begun.text).toContain("This browser cannot make passkeys, or its scripts are off.");
    const headers = { ...FORM, origin: new URL(desk()).origin, "sec-fetch-site": "same-origin" };
    const refused = await send(desk("/sign-in"), { method: "POST", headers, body: "passkey=%7B%7D" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("This passkey was not accepted.")]);
  });

  test("invites somebody, who joins by the link with an app, and only once", async () => {
    const { browser } = await signIn("lynx");
    const staff = await browser.open(desk("/staff"));
    // Nobody gets a brand because it is the first of the list.
    const unclear = await staff.submit("Invite", { "E-mail address": "new@staff.test" });
    expect([unclear.status, unclear.value("E-mail address"), unclear.alerts()]).toEqual([
      400,
      "new@staff.test",
      [expect.stringMatching(/brand/i)],
    ]);
    const invited = await unclear.submit("Invite", { Brand: "Aurora" });
    const link = /http:\/\/console\.localhost:\d+\/invitation\/[\w-]{43}/.exec(invited.text)?.[0];
    expect(link).toBeDefined();
    expect((await browser.open(desk("/staff"))).text).not.toContain("/invitation/"); // shown once
    const joining = await new TextBrowser("lynx").open(link!);
    expect(header(joining.answer, "referrer-policy")).toBe("same-origin");
    const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(joining.text)![0].replaceAll(" ", "");
    const typed = {
      "Your name": "Asha Rao",
      Password: "river stone lantern",
      "Code that the app shows": codeAt(secret, Date.now()),
    };
    const refused = await joining.submit("Join", { ...typed, Password: "short" });
    expect(refused.text).toContain("Choose at least 12 characters.");
    const joined = await refused.submit("Join", typed);
    expect(joined.heading).toBe("Keep your recovery codes");
    expect(joined.text.match(/[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/g)).toHaveLength(10);
    const again = await new TextBrowser().open(link!);
    expect([again.status, again.heading]).toEqual([404, "Not found"]);
    expect(shop().log).not.toContain(new URL(link!).pathname);
  });

  test("withdraws an invitation, whose link then stops working", async () => {
    const { browser } = await signIn();
    const staff = await browser.open(desk("/staff"));
    const invited = await staff.submit("Invite", { "E-mail address": "late@staff.test", Brand: "Aurora" });
    const link = /http:\/\/console\.localhost:\d+\/invitation\/[\w-]{43}/.exec(invited.text)![0];
    const listed = await browser.open(desk("/staff"));
    const withdrawn = await listed.submit("Withdraw the invitation to late@staff.test");
    expect(withdrawn.text).toContain("late@staff.test can no longer use the link.");
    expect((await new TextBrowser().open(link)).status).toBe(404);
  });

  test("hides pages that a role does not include, and answers them like unknown ones", async () => {
    const { browser } = await signIn();
    const invited = await (
      await browser.open(desk("/staff"))
    ).submit("Invite", { "E-mail address": "s@staff.test", Brand: "Aurora" });
    const link = /http:\/\/console\.localhost:\d+\/invitation\/[\w-]{43}/.exec(invited.text)![0];
    const joining = await new TextBrowser().open(link);
    const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(joining.text)![0].replaceAll(" ", "");
    const code = codeAt(secret, Date.now());
    const joined = await joining.submit("Join", {
      "Your name": "Bo",
      Password: "river stone lantern",
      "Code that the app shows": code,
    });
    const today = await joined.follow("I have kept them");
    expect(today.text).not.toContain("Staff");
    const all = await today.browser.open(desk("/?range=week"));
    expect(all.text).toContain("Payments that succeeded, 7 days");
    for (const hidden of ["Tamarind", "Cash over time", "liability", "New brand"])
      expect(all.text).not.toContain(hidden);
    const whole = await browser.open(desk("/?range=quarter"));
    for (const shown of ["Tamarind", "The same as a table", "A liability of ₹", "New brand"])
      expect(whole.text).toContain(shown);
    const file = await whole.follow("Download as CSV");
    expect(file.answer.text).toMatch(/^brand,name,orders,cash,.*\r\naurora,Aurora[^]*\r\ntamarind,/);
    for (const path of [
      "/brands.csv",
      "/staff",
      "/audit",
      "/audit.csv",
      "/brands/tamarind",
      "/brands/nosuch",
      "/brands/aurora/audit",
    ])
      expect([path, (await today.browser.open(desk(path))).status]).toEqual([path, 404]);
    expect((await today.browser.open(desk("/brands/aurora/orders"))).status).toBe(200);
  });

  test("shows an address that it cannot read as an unknown page", async () => {
    const { browser } = await signIn();
    for (const path of ["/brands/aurora/money/abcd", "/brands/aurora/orders/none", "/brands/aurora/products/abcd"]) {
      const page = await browser.open(desk(path));
      expect([path, page.status, page.heading]).toEqual([path, 404, "Not found"]);
    }
  });

  test("lists the audit, filters it, and exports it as a file without spreadsheet formulas", async () => {
    const { browser } = await signIn();
    const headers = { cookie: browser.cookies.headerFor(desk())! };
    const env = { TENANTS_DIR: shop().tenantsDir, DATA_DIR: shop().dataDir };
    const ran = await runCli(["coins", "grant", "aurora", "demo@awning.test", "5", "--reason", "=1+1, really"], {
      env,
    });
    expect(ran).toMatchObject({ code: 0 });
    const found = await browser.open(desk("/audit?act=coins"));
    expect(found.text).toContain("coins.grant");
    expect(found.text).not.toContain("session.open");
    expect((await browser.open(desk("/brands/aurora/audit"))).text).toContain("coins.grant");
    expect((await browser.open(desk("/brands/tamarind/audit"))).text).not.toContain("coins.grant");
    expect((await browser.open(desk("/audit?from=2001-01-01&to=2001-01-02"))).text).toContain("No entries.");
    const wrong = await browser.open(desk("/audit?from=yesterday"));
    expect([wrong.status, wrong.value("From")]).toEqual([400, "yesterday"]);
    expect(wrong.text).toContain("Enter a day, such as 2026-11-21.");
    const file = await send(desk("/audit.csv?act=coins"), { headers });
    expect(header(file, "content-type")).toBe("text/csv; charset=utf-8");
    expect(header(file, "content-disposition")).toBe("attachment; filename=audit.csv");
    const [head, line, ...rest] = file.text.split("\r\n");
    expect(head).toBe("number,at (IST),actor,origin,brand,act,subject,before,after,reason,hash");
    expect(line).toContain(`,"'=1+1, really",`);
    expect(rest).toEqual([""]);
    expect(header(await send(desk("/audit.csv")), "location")).toContain("/sign-in");
  });
});

beforeAll(() => waitUntil(() => shop().log.includes('"console":"http://console.localhost:')));
