import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const NEW = "Winter@2026";

describe.each(engines)("changing the password on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const change = (token: string | undefined, old: unknown, password: unknown = NEW) =>
    api.request("POST", "/user/password/", { token, body: { old, new: password } });
  const isSignedIn = async (token: string) => (await api.request("GET", "/user-data/", { token })).status === 200;

  test("sets the new one with the old one, ends all other sessions and resets, and tells the owner by mail", async () => {
    const { email, token } = await api.signUp();
    const elsewhere = (await api.login(email)).body.access_token;
    const { transaction } = (await api.request("POST", "/user/forgot/", { body: { username: email } })).body;
    const code = /^[0-9A-Z]{4}$/m.exec((await api.takeMail(email)).text)![0];
    expect((await change(token, PASSWORD)).status).toBe(204);
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await api.login(email, PASSWORD)).status).toBe(400);
    expect((await api.login(email, NEW)).status).toBe(200);
    const answer = await api.request("POST", "/user/verify-otp/", { body: { transaction, code } });
    expect(answer.status).toBe(400);
    await deliverOutbox(api.shop());
    const mail = api.mails.find(({ to, subject }) => to === email && subject === "Your password was changed");
    expect(mail?.text).toContain("every other device was signed out");
  });

  test("requires a session", async () => {
    expect((await change(undefined, PASSWORD)).status).toBe(401);
  });

  test.each([
    ["Wrong@2026", NEW, "old", "Your old password is wrong."],
    ["x".repeat(5_000), NEW, "old", "Your old password is wrong."],
    [PASSWORD, PASSWORD, "new", "Please choose a password that differs from the old one."],
    [PASSWORD, "Sh0rt!", "new", "Password must have at least 8 characters"],
    [PASSWORD, "Passw0rd!", "password", "This password is too common. Please choose another one."],
    ["", NEW, "old", "Please enter your old password"],
    [PASSWORD, 12345678, "new", undefined],
  ])("refuses to change %.20j to %j", async (old, password, field, text) => {
    const { email, token } = await api.signUp();
    const answer = await change(token, old, password);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    if (text) expect(answer.body.detail).toBe(text);
    expect((await api.login(email)).status).toBe(200);
  });

  test("hashes ten wrong old passwords a day, in a burst too, and a right one restores ten attempts", async () => {
    const { token } = await api.signUp();
    const { passwords } = api.shop();
    const verify = passwords.verify;
    let verified = 0;
    passwords.verify = async (...args) => {
      verified++;
      return verify(...args);
    };
    try {
      for (let attempt = 0; attempt < 9; attempt++) expect((await change(token, "Wrong@2026")).status).toBe(400);
      expect((await change(token, PASSWORD)).status).toBe(204);
      const burst = await Promise.all(Array.from({ length: 20 }, () => change(token, "Wrong@2026", "Spring@2027")));
      expect(burst.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(burst.filter(({ status }) => status === 429)).toHaveLength(10);
      expect((await change(token, NEW, "Spring@2027")).status).toBe(429);
      expect(verified).toBe(20);
    } finally {
      passwords.verify = verify;
    }
    api.clock.turn(DAY);
  });

  test("loses to a concurrent reset, whose password stays", async () => {
    const { email, token } = await api.signUp();
    const { transaction } = (await api.request("POST", "/user/forgot/", { body: { username: email } })).body;
    const code = /^[0-9A-Z]{4}$/m.exec((await api.takeMail(email)).text)![0];
    const { body } = await api.request("POST", "/user/verify-otp/", { body: { transaction, code } });
    const { passwords } = api.shop();
    const verify = passwords.verify;
    passwords.verify = async (...args) => {
      const verdict = await verify(...args);
      passwords.verify = verify;
      const reset = { reset_token: body.reset_token, password: "Reset@2026" };
      expect((await api.request("POST", "/user/reset-password/", { body: reset })).status).toBe(204);
      return verdict;
    };
    expect((await change(token, PASSWORD)).status).toBe(400);
    expect((await api.login(email, "Reset@2026")).status).toBe(200);
  });
});

describe.each(engines)("common passwords on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const COMMON = "This password is too common. Please choose another one.";
  const OWN = "Please choose a password that is neither your e-mail address nor the name of this shop.";
  const cases: [password: string, text: string][] = [
    ["password", COMMON],
    ["SunShine", COMMON],
    ["Password@123", COMMON],
    ["Guess.Me@example.test", OWN],
    ["guess.me", OWN],
    ["ACME Rewards", OWN],
    ["acmerewards", OWN],
  ];
  const email = "guess.me@example.test";

  test.each(cases)("sign-up refuses %s", async (password, text) => {
    const body = { username: "Asha Rao", email, password, phone: "" };
    const answer = await api.request("POST", "/user/signup/", { body });
    expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([400, text, { password: text }]);
  });

  test("a reset refuses them and then accepts another one", async () => {
    await api.signUp({ email });
    const { transaction } = (await api.request("POST", "/user/forgot/", { body: { username: email } })).body;
    const code = /^[0-9A-Z]{4}$/m.exec((await api.takeMail(email)).text)![0];
    const { body } = await api.request("POST", "/user/verify-otp/", { body: { transaction, code } });
    const reset = (password: string) =>
      api.request("POST", "/user/reset-password/", { body: { reset_token: body.reset_token, password } });
    for (const [password, text] of cases) {
      const answer = await reset(password);
      expect([answer.status, answer.body.detail]).toEqual([400, text]);
    }
    expect((await reset(NEW)).status).toBe(204);
  });
});
