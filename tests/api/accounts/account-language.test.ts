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

  const logIn = async (email: string, accepted: string, body: object = {}) => {
    const sent = { username: email, password: PASSWORD, ...body };
    return (await api.request("POST", "/user/login/", { ...accepting(accepted), body: sent })).body;
  };
  const setLanguage = (email: string, language: string | null) =>
    api.shop().db.transaction((tx) => tx.updateTable("users").set({ language }).where("email", "=", email).execute());

  test("is that of the sign-up, which logins in other browsers keep and answer", async () => {
    const email = "reader@example.test";
    await signUp(email, "hi-IN,en;q=0.5");
    expect(await languageOf(email)).toBe("hi");
    expect(await logIn(email, "en-GB")).toMatchObject({ language: "hi" });
    expect(await languageOf(email)).toBe("hi");
  });

  test("is that of the login for an account without one", async () => {
    const email = "older@example.test";
    await signUp(email, "en");
    await setLanguage(email, null);
    await logIn(email, "hi", { password: "Wrong@2026", language: "hi" });
    expect(await languageOf(email)).toBe(null);
    expect(await logIn(email, "ta, hi;q=0.9")).toMatchObject({ language: "hi" });
    expect(await languageOf(email)).toBe("hi");
  });

  test("is the one that the shopper has chosen in the browser of a login, if the brand offers it", async () => {
    const email = "chooser@example.test";
    await signUp(email, "en");
    expect(await logIn(email, "en", { language: "hi" })).toMatchObject({ language: "hi" });
    for (const unknown of ["ta", "", 7, null])
      expect(await logIn(email, "en", { language: unknown })).toMatchObject({ language: "hi" });
    expect(await languageOf(email)).toBe("hi");
  });

  test("stays when the brand no longer offers it", async () => {
    const email = "former@example.test";
    await signUp(email, "en");
    await setLanguage(email, "ta");
    expect(await logIn(email, "hi")).toMatchObject({ language: "ta" });
    expect(await languageOf(email)).toBe("ta");
  });

  test("changes by PUT /user/language/ to an offered one, for the signed-in shopper only", async () => {
    const [email, other] = ["changer@example.test", "other@example.test"];
    await signUp(email, "en");
    await signUp(other, "en");
    const token = String((await logIn(email, "en")).access_token);
    const put = (language: unknown, sent: object = { token }) =>
      api.request("PUT", "/user/language/", { ...sent, body: { language } });
    expect([(await put("hi")).status, (await put("hi")).status]).toEqual([204, 204]);
    for (const unknown of ["ta", "", null, 7]) expect((await put(unknown)).status).toBe(400);
    expect((await put("en", {})).status).toBe(401);
    expect([await languageOf(email), await languageOf(other)]).toEqual(["hi", "en"]);
    expect((await api.request("GET", "/user-data/", { token })).body).toMatchObject({ language: "hi" });
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
