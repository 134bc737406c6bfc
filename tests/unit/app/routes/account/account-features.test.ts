import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { action as forgot } from "#app/routes/account/forgot-password.tsx";
import { action as reset, loader as resetForm } from "#app/routes/account/reset-password.tsx";
import { action as verifyCode, loader as verifyForm } from "#app/routes/account/verify-otp.tsx";
import { action as contact } from "#app/routes/static/contact-us.tsx";

import { ForeignHost } from "../../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../../helpers/storefront/client.ts";
import { call } from "../../../../helpers/storefront/route.ts";

const PASSWORD = "N3w-passw0rd!";
const TRANSACTION = "transaction-of-the-host";
const TOKEN = "reset-token-of-the-host";
const ASKED = { username: "farah@foreign.example" };
const CODE = { code: "0123" };
const NEW = { password: PASSWORD, confirm: PASSWORD };

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

type Client = Awaited<ReturnType<typeof clientOf>>;
type Visit = Awaited<ReturnType<Client["open"]>>;

/** A visit whose reset has come so far. */
async function visitWith(shop: Client, reset: object | null): Promise<Visit> {
  const visit = await shop.open();
  Object.assign(visit.session, { reset });
  return visit;
}

/** The action with the four boxes as the form sends them, where there is a code. */
const post = (action: (args: any) => unknown, shop: Client, visit: Visit, path: string, form: Record<string, string>) =>
  call(action, { shop, visit, path, form: "code" in form ? { digit: form.code! } : form });

const cookieOf = async ({ session }: Visit) => {
  const line = (await session.seal()).find((cookie) => cookie.startsWith("reset="));
  const value = /^reset=([^;]*)/.exec(line ?? "")?.[1];
  return { line, value: value && Buffer.from(decodeURIComponent(value).split(".")[0]!, "base64").toString() };
};

describe("a host that cannot reset passwords", () => {
  test("gets no call for the three steps, and the last reports that the password has not changed [A-10]", async () => {
    const shop = await clientOf(host);
    const steps = [
      [forgot, "/forgot", ASKED],
      [verifyCode, "/verify-otp", CODE],
      [reset, "/reset-password", NEW],
    ] as const;
    const next: unknown[] = [];
    for (const [action, path, form] of steps) {
      const visit = await shop.open();
      next.push((await post(action, shop, visit, path, form)).headers.get("location"));
      const cookies = (await visit.session.seal()).map((line) => line.split("=", 1)[0]);
      expect([path, cookies]).toEqual([path, path === "/reset-password" ? ["flash"] : []]);
    }
    expect(next).toEqual(["/verify-otp", "/reset-password", "/login"]);
    expect(host.requests.map(({ call }) => call).filter((made) => made !== "GET /configurator/")).toEqual([]);
  });

  test("whose brand hides the form leads from the last two steps to the first, which shows the reason [A-10]", async () => {
    const shop = await clientOf(host, { features: { passwordReset: false } });
    for (const loader of [verifyForm, resetForm]) {
      const redirect = await call(loader, { shop, visit: await shop.open(), path: "/verify-otp" }).catch(
        (thrown) => thrown,
      );
      expect(redirect.headers.get("location")).toBe("/forgot");
    }
  });
});

describe("a host that resets passwords", () => {
  let shop: Client;
  beforeEach(async () => {
    shop = await clientOf(host, { features: { passwordReset: true } });
    host.answer("POST /user/forgot/", () => ({ status: 202, body: { transaction: TRANSACTION } }));
    host.answer("POST /user/verify-otp/", () => ({ status: 200, body: { reset_token: TOKEN } }));
    host.answer("POST /user/reset-password/", () => ({ status: 204 }));
  });

  test("receives the name; the transaction stays in a signed cookie for ten minutes [A-10]", async () => {
    const visit = await shop.open();
    const answer = await post(forgot, shop, visit, "/forgot", ASKED);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/verify-otp"]);
    expect(host.requests.map(({ call, body }) => [call, body])).toEqual([["POST /user/forgot/", ASKED]]);
    const { line, value } = await cookieOf(visit);
    expect(JSON.parse(value!)).toEqual({ transaction: TRANSACTION, ...ASKED });
    expect(line).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("receives the code with its transaction and the password with the token, and then nobody is signed in [A-10]", async () => {
    const typing = await visitWith(shop, { transaction: TRANSACTION, ...ASKED });
    await post(verifyCode, shop, typing, "/verify-otp", CODE);
    expect(JSON.parse((await cookieOf(typing)).value!)).toEqual({ token: TOKEN });

    const choosing = await visitWith(shop, { token: TOKEN });
    choosing.session.signIn({ accessToken: "access-token", refreshToken: "refresh-token" });
    const answer = await post(reset, shop, choosing, "/reset-password", NEW);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login"]);
    expect([choosing.session.isSignedIn, (await cookieOf(choosing)).value]).toEqual([false, ""]);
    expect(host.requests.map(({ call, body }) => [call, body])).toEqual([
      ["POST /user/verify-otp/", { transaction: TRANSACTION, code: "0123" }],
      ["POST /user/reset-password/", { reset_token: TOKEN, password: PASSWORD }],
    ]);
  });

  test.each([
    [400, { detail: "This code is wrong." }, 400, "This code is wrong."],
    [500, "<html>", 502, "Failed to check the code"],
  ])("refuses a code with %d, and the page shows the reason [E-21]", async (from, body, status, text) => {
    host.fail("POST /user/verify-otp/", from, body);
    const visit = await visitWith(shop, { transaction: TRANSACTION, ...ASKED });
    const answer = await post(verifyCode, shop, visit, "/verify-otp", CODE);
    expect([answer.status, answer.data]).toEqual([status, { error: text }]);
  });

  test.each([
    [400, { detail: "Too late." }, 400, "Too late."],
    [500, "<html>", 502, "Failed to change the password"],
  ])("refuses a password with %d, and the page does not send it back [E-21]", async (from, body, status, text) => {
    host.fail("POST /user/reset-password/", from, body);
    const visit = await visitWith(shop, { token: TOKEN });
    const answer = await post(reset, shop, visit, "/reset-password", NEW);
    expect([answer.status, answer.data.error]).toEqual([status, { "": [text] }]);
    expect(JSON.stringify(answer.data)).not.toContain(PASSWORD);
  });

  test.each([
    [verifyCode, "/verify-otp", CODE, { token: TOKEN }],
    [reset, "/reset-password", NEW, { transaction: TRANSACTION, ...ASKED }],
    [reset, "/reset-password", NEW, null],
  ] as const)("a step out of order leads to the first", async (action, path, form, so) => {
    const answer = await post(action, shop, await visitWith(shop, so), path, form);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/forgot"]);
    expect(host.requests).toEqual([]);
  });

  const CODE_SENT = { transaction: TRANSACTION, ...ASKED };
  test.each([
    ["/verify-otp", verifyForm, CODE_SENT, { token: TOKEN }],
    ["/reset-password", resetForm, { token: TOKEN }, CODE_SENT],
  ])("%s shows its form only after the step before it [A-10]", async (path, loader, after, other) => {
    const openForm = (visit: Visit) => call(loader, { shop, visit, path }).catch((thrown: Response) => thrown);
    expect((await openForm(await visitWith(shop, after))).status).toBe(200);
    for (const reset of [null, other]) {
      const answer = await openForm(await visitWith(shop, reset));
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/forgot"]);
    }
  });
});

describe("a host that takes messages", () => {
  const MESSAGE = { name: "Asha Rao", email: "asha@example.com", message: "Hello" };
  const BULK = { ...MESSAGE, organization: "Rain Ltd", quantity: "250" };

  test.each([
    [{ contact: true }, "/contact-us", BULK, MESSAGE],
    [{ contact: true }, "/contact-us?topic=bulk", BULK, MESSAGE],
    [
      { contact: true, bulk: true },
      "/contact-us?topic=bulk",
      BULK,
      { ...MESSAGE, topic: "bulk", organization: "Rain Ltd", quantity: 250 },
    ],
  ])("with %j it receives %s once [S-06]", async (features, path, form, sent) => {
    host.answer("POST /contact/", () => ({ status: 202 }));
    const shop = await clientOf(host, { features });
    const answer = await call(contact, { shop, visit: await shop.open(), path, form });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/contact-us?sent"]);
    expect(host.recorded("POST /contact/").map(({ body }) => body)).toEqual([sent]);
  });

  test.each([
    [429, { detail: "Enough for today." }, 429, "Enough for today."],
    [404, "<html>", 400, "Failed to send your message"],
  ])("a refusal with %d is not reported as sent [S-06]", async (from, body, status, text) => {
    host.fail("POST /contact/", from, body);
    const shop = await clientOf(host, { features: { contact: true } });
    const answer = await call(contact, { shop, visit: await shop.open(), path: "/contact-us", form: MESSAGE });
    expect([answer.status, answer.data.error]).toEqual([status, { "": [text] }]);
    expect(answer.data.initialValue).toEqual(MESSAGE);
  });
});
