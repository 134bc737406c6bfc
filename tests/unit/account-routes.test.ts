import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { action as editProfile, loader as profileForm } from "#app/routes/account/edit-profile.tsx";
import { action as logIn, loader as loginPage } from "#app/routes/account/login.tsx";
import { loader as healScripts } from "#app/routes/resources/no-js.ts";
import { loader as orderHistory } from "#app/routes/orders/order-history.tsx";
import { action as redeem } from "#app/routes/orders/load-coins.tsx";
import { action as signUp, loader as signupPage } from "#app/routes/account/signup.tsx";
import { action as contact } from "#app/routes/static/contact-us.tsx";
import { clientOf } from "../helpers/client.ts";
import { ForeignHost } from "../helpers/foreign-host.ts";
import { call } from "../helpers/route.ts";

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

  test.each(targets)("[A-06] [RED-01] with returnTo=%s it leads to %s, never elsewhere", async (returnTo, location) => {
    const answer = await call(logIn, { shop, visit: await shop.open(), path: asked("/login", returnTo), form: good });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, location]);
  });

  test.each(targets)("[RED-01] its page passes returnTo=%s on as %s", async (returnTo, location) => {
    const page = await call(loginPage, { shop, visit: await shop.open(), path: asked("/login", returnTo) });
    expect(page.data).toEqual({ returnTo: location, kept: null });
  });

  test.each(targets)("[RED-01] with returnTo=%s it sends whoever is signed in to %s", async (returnTo, location) => {
    const page = call(loginPage, { shop, visit: await shop.signIn(), path: asked("/login", returnTo) });
    const answer = await page.catch((thrown: unknown) => thrown as Response);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  });

  test.each(targets)("[RED-01] /no-js with returnTo=%s leads to %s", async (returnTo, location) => {
    const answer = await call(healScripts, { shop, visit: await shop.open(), path: asked("/no-js", returnTo) });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  });

  test.each([
    ["http", ["js=; Path=/; Max-Age=0; SameSite=Lax"]],
    ["https", ["__Host-js=; Path=/; Max-Age=0; Secure; SameSite=Lax", "js=; Path=/; Max-Age=0; Secure; SameSite=Lax"]],
  ] as const)("/no-js on %s takes back that scripts run", async (scheme, cookies) => {
    const { headers } = await call(healScripts, { shop, visit: await shop.open(), path: "/no-js", scheme });
    expect(headers.getSetCookie()).toEqual(cookies);
  });

  test("a wish that it puts into the cart is forgotten, so that the next login adds nothing", async () => {
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
  ])("[E-01] the host's %d is a page with %d, and the password is not sent back", async (from, status, text) => {
    host.fail("POST /user/login/", from);
    const visit = await shop.open();
    const answer = await call(logIn, { shop, visit, path: "/login", form: good });
    expect(answer.status).toBe(status);
    expect(answer.data.result.error).toEqual({ "": [text] });
    expect(answer.data.toast).toBe(text);
    expect(JSON.stringify(answer.data)).not.toContain(good.password);
    expect(visit.session.isSignedIn).toBe(false);
  });

  test("[AUTH-07] the password goes to the host as it was typed", async () => {
    const password = `  ${"ü".repeat(90)} `;
    await call(logIn, { shop, visit: await shop.open(), path: "/login", form: { ...good, password } });
    expect(host.recorded("POST /user/login/")[0]?.body).toEqual({ ...good, password, grant_type: "password" });
  });
});

describe("signup", () => {
  const form = { username: "Asha Rao", email: "asha@example.com", password: "Passw0rd!", confirm: "Passw0rd!" };

  test("[A-07] [A-08] sends the placeholder phone and says that the login follows in 3 s", async () => {
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

  test("[A-09] [E-04] a taken e-mail in the host's words; no password comes back", async () => {
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
  ])("[A-09] [E-04] the host's %d %j beside the form and as a toast", async (status, body, text, toast) => {
    host.fail("POST /user/signup/", status, body);
    const answer = await call(signUp, { shop, visit: await shop.open(), path: "/signup", form });
    expect([answer.data.result.error, answer.data.toast]).toEqual([{ "": [text] }, toast]);
  });

  test("[INP-11] seventeen characters are refused, not cut", async () => {
    const long = "Passw0rd!Passw0rd";
    const answer = await call(signUp, {
      ...{ shop, visit: await shop.open(), path: "/signup" },
      form: { ...form, password: long, confirm: long },
    });
    expect(answer.status).toBe(400);
    expect(answer.data.result.error).toEqual({ password: ["Password must be 8-16 characters"] });
    expect(host.recorded("POST /user/signup/")).toEqual([]);
  });
});

describe("edit profile", () => {
  test("[A-14] [INP-13] only the phone changes, whatever else is posted", async () => {
    const visit = await shop.signIn();
    const form = { phone: "9123456789", username: "Mallory", email: "m@evil.example", coins: "9", country: "Nowhere" };
    const answer = await call(editProfile, { shop, visit, path: "/edit-profile", form });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/edit-profile"]);
    const [sent] = host.recorded("PUT /edit-profile/");
    expect(sent?.headers["content-type"]).toContain("multipart/form-data");
    expect(sent?.body).toEqual({
      ...{ username: "Farah", email: "farah@foreign.example", phone: "9123456789" },
      ...{ address_line1: "1 Marine Drive", address_line2: "", country: "India" },
    });
    expect((await cookiesOf(visit)).flash).toContain("Profile updated successfully!");
  });

  test.each([
    [{ detail: "Try tomorrow" }, "Try tomorrow"],
    [{ profile_pic_image_url: ["Too large", "Too wide"] }, "Profile picture error: Too large"],
    [{}, "Failed to update profile."],
  ])("[E-13] a refusal of %j", async (body, text) => {
    host.fail("PUT /edit-profile/", 400, body);
    const visit = await shop.signIn();
    const answer = await call(editProfile, { shop, visit, path: "/edit-profile", form: { phone: "9123456789" } });
    expect([answer.status, answer.data.error]).toEqual([400, { "": [text] }]);
  });

  test.each([
    [{ detail: "No such shopper" }, "Error: No such shopper"],
    ["<html>", "Failed to update profile"],
  ])("[E-13] a profile that cannot be read: %j", async (body, text) => {
    host.fail("GET /edit-profile/", 500, body);
    const answer = await call(profileForm, { shop, visit: await shop.signIn(), path: "/edit-profile" });
    expect([answer.status, answer.data]).toEqual([502, { profile: null, problem: text }]);
  });
});

describe("load coins", () => {
  const post = async (visit: Awaited<ReturnType<typeof shop.open>>, code: string, intent: string) =>
    call(redeem, { shop, visit, path: "/redeem-voucher", form: { code, intent }, isIdentified: true });

  test.each(["add", "verify"])(
    "[R-11] without a session the login follows %s; neither its address nor a cookie that can be read holds the code",
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

  test("[K-10] adds what is typed in small letters once, and tells how much", async () => {
    const visit = await shop.signIn();
    expect((await post(visit, "  foreign-100 ", "add")).status).toBe(303);
    expect(host.recorded("POST /load-coin/").map(({ body }) => body)).toEqual([{ coupon_code: "FOREIGN-100" }]);
    expect((await cookiesOf(visit)).flash).toContain("100 coins added");
  });

  test("[K-10] Verify spends nothing", async () => {
    const verifying = await clientOf(host, { features: { verifyCoupon: true } });
    host.fail("POST /load-coin/verify/", 200, { status: "success", message: "Good for 100 coins" });
    const form = { code: "foreign-100", intent: "verify" };
    const visit = await verifying.signIn();
    const answer = await call(redeem, { shop: verifying, visit, path: "/redeem-voucher", form });
    expect([answer.status, answer.data.good]).toEqual([200, "Good for 100 coins"]);
    expect(host.recorded("POST /load-coin/verify/").map(({ body }) => body)).toEqual([{ coupon_code: "FOREIGN-100" }]);
    expect(host.recorded("POST /load-coin/")).toEqual([]);
  });

  test.each([
    [undefined, 400, "This code is not ours"],
    [{ status: 500, body: {} }, 502, "Failed to redeem coupon"],
    [{ status: 429, body: { detail: "Slow down" } }, 429, "Slow down"],
    [{ status: 200, body: { status: "failed", message: "Used up" } }, 400, "Used up"],
  ])("[E-15] a refused code: %j", async (failure, status, text) => {
    if (failure) host.fail("POST /load-coin/", failure.status, failure.body);
    const answer = await post(await shop.signIn(), "NOPE", "add");
    expect([answer.status, answer.data.problem, answer.data.code]).toEqual([status, text, "NOPE"]);
  });

  describe("[K-10] an answer that is lost", () => {
    const UNKNOWN =
      "We could not find out whether the code was redeemed. Please look at your balance before you try again.";
    const REDEEMED = () => {
      host.shop.user.coins += 100;
      return { status: 200, body: "<html>" };
    };

    test("while the coins came: they are told", async () => {
      host.answer("POST /load-coin/", REDEEMED);
      const visit = await shop.signIn();
      expect((await post(visit, "FOREIGN-100", "add")).status).toBe(303);
      expect((await cookiesOf(visit)).flash).toContain("100 coins added");
    });

    test("and none came: it failed", async () => {
      host.cut("POST /load-coin/");
      const answer = await post(await shop.signIn(), "FOREIGN-100", "add");
      expect([answer.status, answer.data.problem]).toEqual([502, "Failed to redeem coupon"]);
    });

    test.each(["the host may still be at work", "nobody says what the balance is"])(
      "while %s: nobody knows",
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

  test.each(["", "   ", "x".repeat(65)])("[INP-15] %j is told before anybody is asked", async (code) => {
    const answer = await post(await shop.signIn(), code, "add");
    expect(answer.status).toBe(400);
    expect(answer.data.error).toMatch(/^(Please enter a voucher code|This code is too long)$/);
    expect(host.recorded("POST /load-coin/")).toEqual([]);
  });
});

describe("order history", () => {
  test("[O-05] [O-07] coins are asked for when their panel is open; both failures have their texts", async () => {
    const visit = await shop.signIn();
    await call(orderHistory, { shop, visit, path: "/order-history" });
    expect(host.recorded("GET /coins-history")).toEqual([]);

    host.fail("GET /order-history/", 500, {});
    host.fail("GET /coins-history", 500, {});
    const answer = await call(orderHistory, { shop, visit, path: "/order-history?coins=open" });
    expect(answer.status).toBe(502);
    expect(answer.data).toMatchObject({
      ...{ orders: null, ordersProblem: "Failed to fetch order history" },
      ...{ coins: null, coinsProblem: "Failed to fetch coins history" },
    });
  });
});

test("[S-06] a message is held to its rules and then said to be sent", async () => {
  shop = await clientOf(host, { features: { contact: true } });
  host.fail("POST /contact/", 202, { status: "success" });
  const form = { name: "Asha", email: "asha@example.com", message: " " };
  const refused = await call(contact, { shop, visit: await shop.open(), path: "/contact-us", form });
  expect([refused.status, refused.data.error]).toEqual([400, { message: ["Please enter your message"] }]);
  const sent = await call(contact, {
    ...{ shop, visit: await shop.open(), path: "/contact-us" },
    form: { ...form, message: "Hello" },
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/contact-us?sent"]);
});
