import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { action as editProfile, loader as profileForm } from "#app/routes/account/edit-profile.tsx";
import { action as logIn, loader as loginPage } from "#app/routes/account/login.tsx";
import { action as signUp, loader as signupPage } from "#app/routes/account/signup.tsx";
import { action as redeem } from "#app/routes/orders/load-coins.tsx";
import { loader as orderHistory } from "#app/routes/orders/order-history.tsx";
import { loader as healScripts } from "#app/routes/resources/no-js.ts";
import { action as contact } from "#app/routes/static/contact-us.tsx";

import { ForeignHost } from "../../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../../helpers/storefront/client.ts";
import { call } from "../../../../helpers/storefront/route.ts";

let host: ForeignHost;
let shop: Awaited<ReturnType<typeof clientOf>>;
beforeEach(async () => {
  host = await new ForeignHost().start();
  shop = await clientOf(host);
});
afterEach(() => host[Symbol.asyncDispose]());

/** The cookies that the session leaves behind, by name; signed ones decoded. */
async function cookiesOf({ session }: Awaited<ReturnType<typeof shop.open>>) {
  const lines = await session.seal();
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, Buffer.from(decodeURIComponent(value).split(".")[0]!, "base64").toString()];
    }),
  );
}

describe("login", () => {
  const good = { username: "farah@foreign.example", password: "Foreign@1" };

  const targets = [
    ["/cart?x=1", "/cart?x=1"],
    ["//evil.example", "/"],
    ["/.//evil.example", "/"],
    ["https://evil.example/", "/"],
    ["javascript:alert(1)", "/"],
  ];
  const asked = (page: string, returnTo = "") => `${page}?returnTo=${encodeURIComponent(returnTo)}`;

  test.each(targets)(
    "with returnTo=%s it leads to %s and never to another site [A-06] [RED-01]",
    async (returnTo, location) => {
      const answer = await call(logIn, { shop, visit: await shop.open(), path: asked("/login", returnTo), form: good });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
    },
  );

  test.each(targets)("its page passes returnTo=%s on as %s [RED-01]", async (returnTo, location) => {
    const page = await call(loginPage, { shop, visit: await shop.open(), path: asked("/login", returnTo) });
    expect(page.data).toEqual({ returnTo: location, kept: null, problem: null });
  });

  test.each(targets)("with returnTo=%s it sends a signed-in shopper to %s [RED-01]", async (returnTo, location) => {
    const page = call(loginPage, { shop, visit: await shop.signIn(), path: asked("/login", returnTo) });
    const answer = await page.catch((thrown: unknown) => thrown as Response);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  });

  test.each(targets)("/no-js with returnTo=%s leads to %s [RED-01]", async (returnTo, location) => {
    const answer = await call(healScripts, { shop, visit: await shop.open(), path: asked("/no-js", returnTo) });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  });

  test.each([
    ["http", ["js=; Path=/; Max-Age=0; SameSite=Lax"]],
    ["https", ["__Host-js=; Path=/; Max-Age=0; Secure; SameSite=Lax", "js=; Path=/; Max-Age=0; Secure; SameSite=Lax"]],
  ] as const)("/no-js on %s clears the cookie that says scripts run", async (scheme, cookies) => {
    const { headers } = await call(healScripts, { shop, visit: await shop.open(), path: "/no-js", scheme });
    expect(headers.getSetCookie()).toEqual(cookies);
  });

  test("forgets a pending item once it is in the cart, so that the next login adds nothing", async () => {
    const visit = await shop.open();
    const wish = { productId: "gc-001", quantity: 1, denomination: 50_000 };
    Object.assign(visit.session, { wish });
    const answer = await call(logIn, { shop, visit, path: "/login", form: good });
    expect([answer.headers.get("location"), host.shop.cart.length]).toEqual(["/cart", 1]);
    expect(await visit.session.seal()).toContainEqual(expect.stringMatching(/^wish=; Max-Age=0;/));
  });

  test.each([
    [401, 400, "Invalid password. Please check your password and try again."],
    [429, 429, "Too many login attempts. Please try again later."],
    [500, 502, "Server error. Please try again later."],
  ])("answers the backend's %d with a page of status %d, without the password [E-01]", async (from, status, text) => {
    host.fail("POST /user/login/", from);
    const visit = await shop.open();
    const answer = await call(logIn, { shop, visit, path: "/login", form: good });
    expect(answer.status).toBe(status);
    expect(answer.data.result.error).toEqual({ "": [text] });
    expect(answer.data.toast).toBe(text);
    expect(JSON.stringify(answer.data)).not.toContain(good.password);
    expect(visit.session.isSignedIn).toBe(false);
  });

  test("sends the password to the backend exactly as it was typed [AUTH-07]", async () => {
    const password = `  ${"ü".repeat(90)} `;
    await call(logIn, { shop, visit: await shop.open(), path: "/login", form: { ...good, password } });
    expect(host.recorded("POST /user/login/")[0]?.body).toEqual({ ...good, password, grant_type: "password" });
  });
});

describe("signup", () => {
  const form = { username: "Asha Rao", email: "asha@example.com", password: "Passw0rd!", confirm: "Passw0rd!" };

  test("sends the placeholder phone and announces the login in 3 s [A-07] [A-08]", async () => {
    const visit = await shop.open();
    const answer = await call(signUp, { shop, visit, path: "/signup", form });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/signup"]);
    const { confirm: _, ...sent } = form;
    expect(host.recorded("POST /user/signup/")[0]?.body).toEqual({ ...sent, phone: "0000000000" });
    expect((await cookiesOf(visit)).flash).toContain("Signup Successful! Redirecting to login page...");

    const flash = { kind: "success", text: "Signup Successful! Redirecting to login page..." };
    const next = { ...(await shop.open()), session: { flash } } as any;
    const page = await call(signupPage, { shop, visit: next, path: "/signup" });
    expect([page.data.isDone, page.headers.get("refresh")]).toEqual([true, "3;url=/login"]);
  });

  test("shows the backend's words for a taken e-mail, without the passwords [A-09] [E-04]", async () => {
    host.fail("POST /user/signup/", 409, { details: { errorMessage: "This e-mail is taken" } });
    const answer = await call(signUp, { shop, visit: await shop.open(), path: "/signup", form });
    expect(answer.status).toBe(400);
    expect(answer.data.result.error).toEqual({ "": ["This e-mail is taken"] });
    expect(answer.data.toast).toBe("This e-mail is taken");
    expect(answer.data.result.initialValue).toEqual({ username: "Asha Rao", email: "asha@example.com" });
  });

  test.each([
    [400, { detail: "Bad name" }, "Bad name", "Bad name"],
    [409, {}, "Signup failed. Please check your details and try again.", "Signup failed. Please try again."],
    [500, {}, "Signup failed. Please check your details and try again.", "Signup failed. Please try again."],
  ])("shows the backend's %d %j beside the form and as a toast [A-09] [E-04]", async (status, body, text, toast) => {
    host.fail("POST /user/signup/", status, body);
    const answer = await call(signUp, { shop, visit: await shop.open(), path: "/signup", form });
    expect([answer.data.result.error, answer.data.toast]).toEqual([{ "": [text] }, toast]);
  });

  test("refuses seventeen characters instead of cutting them [INP-11]", async () => {
    const long = "Passw0rd!Passw0rd";
    const answer = await call(signUp, {
      shop,
      visit: await shop.open(),
      path: "/signup",
      form: { ...form, password: long, confirm: long },
    });
    expect(answer.status).toBe(400);
    expect(answer.data.result.error).toEqual({ password: ["Password must be 8-16 characters"] });
    expect(host.recorded("POST /user/signup/")).toEqual([]);
  });
});

describe("edit profile", () => {
  test("changes only the phone, and ignores all other posted fields [A-14] [INP-13]", async () => {
    const visit = await shop.signIn();
    const form = { phone: "9123456789", username: "Mallory", email: "m@evil.example", coins: "9", country: "Nowhere" };
    const answer = await call(editProfile, { shop, visit, path: "/edit-profile", form });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/edit-profile"]);
    const [sent] = host.recorded("PUT /edit-profile/");
    expect(sent?.headers["content-type"]).toContain("multipart/form-data");
    expect(sent?.body).toEqual({
      username: "Farah",
      email: "farah@foreign.example",
      phone: "9123456789",
      address_line1: "1 Marine Drive",
      address_line2: "",
      country: "India",
    });
    expect((await cookiesOf(visit)).flash).toContain("Profile updated successfully!");
  });

  test.each([
    ["saved", true, 303],
    ["did not save", false, 502],
  ])("reads the profile again after a lost answer: a backend that %s it", async (_what, isSaved, status) => {
    host.answer("PUT /edit-profile/", ({ body }) => {
      if (isSaved) host.shop.answer("PUT /edit-profile/", new URLSearchParams(), body as never);
      return { status: 502, body: "" };
    });
    const visit = await shop.signIn();
    const phone = isSaved ? "9123456701" : "9123456702";
    expect((await call(editProfile, { shop, visit, path: "/edit-profile", form: { phone } })).status).toBe(status);
  });

  test.each([
    [{ detail: "Try tomorrow" }, "Try tomorrow"],
    [{ profile_pic_image_url: ["Too large", "Too wide"] }, "Profile picture error: Too large"],
    [{}, "Failed to update profile."],
  ])("shows a message when the backend refuses with %j [E-13]", async (body, text) => {
    host.fail("PUT /edit-profile/", 400, body);
    const visit = await shop.signIn();
    const answer = await call(editProfile, { shop, visit, path: "/edit-profile", form: { phone: "9123456789" } });
    expect([answer.status, answer.data.error]).toEqual([400, { "": [text] }]);
  });

  test.each([
    [{ detail: "No such shopper" }, "Error: No such shopper"],
    ["<html>", "Failed to update profile"],
  ])("shows a message when the profile cannot be read: %j [E-13]", async (body, text) => {
    host.fail("GET /edit-profile/", 500, body);
    const answer = await call(profileForm, {
      shop,
      visit: await shop.signIn(),
      path: "/edit-profile",
      isIdentified: true,
    });
    expect([answer.status, answer.data]).toMatchObject([502, { profile: null, problem: text }]);
  });
});

describe("load coins", () => {
  const post = async (visit: Awaited<ReturnType<typeof shop.open>>, code: string, intent: string) =>
    call(redeem, { shop, visit, path: "/redeem-voucher", form: { code, intent }, isIdentified: true });

  test.each(["add", "verify"])(
    "without a session leads to the login after %s; neither its address nor a readable cookie holds the code [R-11]",
    async (intent) => {
      const visit = await shop.open();
      const answer = await post(visit, "foreign-100", intent);
      const returnTo = encodeURIComponent("/redeem-voucher");
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/login?returnTo=${returnTo}`]);
      const cookies = await cookiesOf(visit);
      expect(cookies.typed).toMatch(/./);
      expect(JSON.stringify(cookies)).not.toContain("FOREIGN-100");
    },
  );

  test("adds a code in small letters once, and shows the number of added coins [K-10]", async () => {
    const visit = await shop.signIn();
    expect((await post(visit, "  foreign-100 ", "add")).status).toBe(303);
    expect(host.recorded("POST /load-coin/").map(({ body }) => body)).toEqual([{ coupon_code: "FOREIGN-100" }]);
    expect((await cookiesOf(visit)).flash).toContain("100 coins added");
  });

  test("Verify does not spend the code [K-10]", async () => {
    const verifying = await clientOf(host, { features: { verifyCoupon: true } });
    host.fail("POST /load-coin/verify/", 200, { status: "success", message: "Good for 100 coins" });
    const form = { code: "foreign-100", intent: "verify" };
    const visit = await verifying.signIn();
    const answer = await call(redeem, { shop: verifying, visit, path: "/redeem-voucher", form, isIdentified: true });
    expect([answer.status, answer.data.good]).toEqual([200, "Good for 100 coins"]);
    expect(host.recorded("POST /load-coin/verify/").map(({ body }) => body)).toEqual([{ coupon_code: "FOREIGN-100" }]);
    expect(host.recorded("POST /load-coin/")).toEqual([]);
  });

  test.each([
    [undefined, 400, "This code is not ours"],
    [{ status: 500, body: {} }, 502, "Failed to redeem coupon"],
    [{ status: 429, body: { detail: "Slow down" } }, 429, "Slow down"],
    [{ status: 200, body: { status: "failed", message: "Used up" } }, 400, "Used up"],
  ])("shows why a code is refused: %j [E-15]", async (failure, status, text) => {
    if (failure) host.fail("POST /load-coin/", failure.status, failure.body);
    const answer = await post(await shop.signIn(), "NOPE", "add");
    expect([answer.status, answer.data.problem, answer.data.code]).toEqual([status, text, "NOPE"]);
  });

  describe("when the answer is lost [K-10]", () => {
    const UNKNOWN =
      "We could not find out whether the code was redeemed. Please look at your balance before you try again.";
    const REDEEMED = () => {
      host.shop.user.coins += 100;
      return { status: 200, body: "<html>" };
    };

    test("reports success when the coins arrived", async () => {
      host.answer("POST /load-coin/", REDEEMED);
      const visit = await shop.signIn();
      expect((await post(visit, "FOREIGN-100", "add")).status).toBe(303);
      expect((await cookiesOf(visit)).flash).toContain("100 coins added");
    });

    test("reports a failure when no coins arrived", async () => {
      host.cut("POST /load-coin/");
      const answer = await post(await shop.signIn(), "FOREIGN-100", "add");
      expect([answer.status, answer.data.problem]).toEqual([502, "Failed to redeem coupon"]);
    });

    test.each(["the host may still be at work", "nobody says what the balance is"])(
      "reports an unknown result: %s",
      async (why) => {
        if (why.startsWith("the host")) host.fail("POST /load-coin/", 504);
        else host.answer("POST /load-coin/", REDEEMED);
        const visit = await shop.signIn();
        let asked = 0;
        const user = { username: "Farah", usercoins: "1000.00" };
        host.answer("GET /user-data/", () =>
          why.startsWith("the host") || asked++ === 0 ? { status: 200, body: user } : { status: 503, body: {} },
        );
        const answer = await post(visit, "FOREIGN-100", "add");
        expect(answer.data.problem).toBe(UNKNOWN);
        expect(answer.data.code).toBe("FOREIGN-100");
      },
    );
  });

  test.each(["", "   ", "x".repeat(65)])("refuses %j without calling the backend [INP-15]", async (code) => {
    const answer = await post(await shop.signIn(), code, "add");
    expect(answer.status).toBe(400);
    expect(answer.data.error).toMatch(/^(Please enter a voucher code|This code is too long)$/);
    expect(host.recorded("POST /load-coin/")).toEqual([]);
  });
});

describe("order history", () => {
  test("requests coins only when their panel is open, and shows a text for each failure [O-05] [O-07]", async () => {
    const visit = await shop.signIn();
    await call(orderHistory, { shop, visit, path: "/order-history" });
    expect(host.recorded("GET /coins-history")).toEqual([]);

    host.fail("GET /order-history/", 500, {});
    host.fail("GET /coins-history", 500, {});
    const answer = await call(orderHistory, { shop, visit, path: "/order-history?coins=open" });
    expect(answer.status).toBe(502);
    expect(answer.data).toMatchObject({
      orders: null,
      ordersProblem: "Failed to fetch order history",
      coins: null,
      coinsProblem: "Failed to fetch coins history",
    });
  });
});

test("checks a message, then confirms that it was sent [S-06]", async () => {
  shop = await clientOf(host, { features: { contact: true } });
  host.fail("POST /contact/", 202, { status: "success" });
  const form = { name: "Asha", email: "asha@example.com", message: " " };
  const refused = await call(contact, { shop, visit: await shop.open(), path: "/contact-us", form });
  expect([refused.status, refused.data.error]).toEqual([400, { message: ["Please enter your message"] }]);
  const sent = await call(contact, {
    shop,
    visit: await shop.open(),
    path: "/contact-us",
    form: { ...form, message: "Hello" },
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/contact-us?sent"]);
});
