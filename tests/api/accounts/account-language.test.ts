import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("the language of an account on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { languages: ["en", "hi"] } } });
  });
  afterAll(() => api.close());

  const accepting = (language: string) => ({ headers: { "accept-language": language } });
  const signUp = (email: string, language: string, change: object = {}) => {
    const body = { username: "Asha Rao", email, password: PASSWORD, phone: "0000000000", ...change };
    return api.request("POST", "/user/signup/", { ...accepting(language), body });
  };
  const languageOf = async (email: string) => {
    const row = api.shop().db.read.selectFrom("users").select("language").where("email", "=", email);
    return (await row.executeTakeFirstOrThrow()).language;
  };

  test("is that of the sign-up, then that of the last login with the right password", async () => {
    const email = "reader@example.test";
    await signUp(email, "hi-IN,en;q=0.5");
    expect(await languageOf(email)).toBe("hi");
    await api.login(email, PASSWORD, accepting("en-GB"));
    expect(await languageOf(email)).toBe("en");
    await api.login(email, "Wrong@2026", accepting("hi"));
    expect(await languageOf(email)).toBe("en");
    await api.login(email, PASSWORD, accepting("ta, hi;q=0.9"));
    expect(await languageOf(email)).toBe("hi");
    await api.login(email, PASSWORD, accepting("ta"));
    expect(await languageOf(email)).toBe("en");
  });

  test.each([
    ["with another password", { password: "Another@2026" }],
    ["with the same password", {}],
  ])("follows a second sign-up %s until the address is proven, but not after", async (_what, change) => {
    const email = `sign-up-${Object.keys(change).length}@example.test`;
    await signUp(email, "en");
    await signUp(email, "hi", change);
    expect(await languageOf(email)).toBe("hi");
    const [, token] = /verify-email\?token=([\w-]+)/.exec((await api.takeMail(email)).text)!;
    const { reset_token } = (await api.request("POST", "/user/verify-email/", { body: { token } })).body ?? {};
    if (reset_token)
      await api.request("POST", "/user/reset-password/", { body: { reset_token, password: "Winter@2026" } });
    await signUp(email, "en");
    expect(await languageOf(email)).toBe("hi");
  });
});
