import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { tooBusy } from "../../../api/base/error.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEW = "Winter@2026";
/** The code of a mail, on a line of its own. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}$/m;
const REFUSED = { status_code: 400, detail: "This code is wrong or no longer valid." };

describe.each(engines)("password reset on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { limits: { resetsPerNetAndDay: 10_000 } });
  });
  afterAll(() => api.close());

  const post = (path: string, body: unknown, net?: string) =>
    api.request("POST", path, {
      body,
      headers: net ? { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY } : undefined,
    });
  const forgot = (username: string, net?: string) => post("/user/forgot/", { username }, net);
  const tryCode = (transaction: string, code: string) => post("/user/verify-otp/", { transaction, code });
  const reset = (reset_token: string, password = NEW) => post("/user/reset-password/", { reset_token, password });
  const other = (code: string) => (code.startsWith("A") ? "B" : "A") + code.slice(1);

  /** Asks for a reset and reads the mail. */
  async function begin(email: string) {
    const { transaction } = (await forgot(email)).body as { transaction: string };
    const code = CODE.exec((await api.takeMail(email)).text)![0];
    return { transaction, code };
  }

  async function tokenFor(email: string) {
    const { transaction, code } = await begin(email);
    return (await tryCode(transaction, code)).body.reset_token as string;
  }

  test("sets the new password with the mailed code and then the token, each once [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    const exchanged = await tryCode(transaction, code);
    expect([exchanged.status, Object.keys(exchanged.body)]).toEqual([200, ["reset_token", "device_token"]]);
    expect((await tryCode(transaction, code)).body).toMatchObject(REFUSED);
    expect((await reset(exchanged.body.reset_token)).status).toBe(204);
    expect((await api.login(email)).status).toBe(400);
    expect((await api.login(email, NEW)).status).toBe(200);
    expect((await reset(exchanged.body.reset_token, "Another@2026")).status).toBe(400);
    expect((await api.login(email, NEW)).status).toBe(200);
  });

  test("ends every session at once, and tells the owner by mail [SES-07]", async () => {
    const { email, token, refreshToken } = await api.signUp();
    await reset(await tokenFor(email));
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
    expect((await post("/user/refreshtoken/", { refresh_token: refreshToken })).status).toBe(401);
    const mail = await api.takeMail(email);
    expect(mail.subject).toBe("Your password was changed");
    expect(mail.text).toContain("help@acme.test");
  });

  test("sets one password for one token used many times at once [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const token = await tokenFor(email);
    const choices = [1, 2, 3, 4, 5].map((number) => `Winter@202${number}`);
    const { passwords } = api.shop();
    const hash = passwords.hash;
    const hashed: (() => void)[] = [];
    // All have their hash before the first goes on.
    passwords.hash = async (...args) => {
      const result = await hash(...args);
      await new Promise<void>((go) => hashed.push(go) === choices.length && hashed.forEach((resume) => resume()));
      return result;
    };
    const answers = await Promise.all(choices.map((choice) => reset(token, choice)));
    passwords.hash = hash;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400, 400]);
    const set = answers.findIndex(({ status }) => status === 204);
    expect((await api.login(email, choices[set])).status).toBe(200);
  });

  test("ends the user's other resets", async () => {
    const { email } = await api.signUp();
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    const third = await begin(email);
    expect((await reset(first)).status).toBe(204);
    expect((await reset(second, "Another@2026")).status).toBe(400);
    expect((await tryCode(third.transaction, third.code)).status).toBe(400);
  });

  test("gives no session to a login with the old password that it overtakes [SES-07]", async () => {
    const { email } = await api.signUp();
    const resetToken = await tokenFor(email);
    const { passwords } = api.shop();
    const verify = passwords.verify;
    passwords.verify = async (...args) => {
      const verdict = await verify(...args);
      passwords.verify = verify;
      expect((await reset(resetToken)).status).toBe(204);
      return verdict;
    };
    expect((await api.login(email)).status).toBe(400);
  });

  test("allows a code five attempts [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await tryCode(transaction, other(code))).body).toMatchObject(REFUSED);
    const second = await begin(email);
    expect((await tryCode(transaction, code)).status).toBe(200);
    for (let attempt = 0; attempt < 5; attempt++) await tryCode(second.transaction, other(second.code));
    expect((await tryCode(second.transaction, second.code)).body).toMatchObject(REFUSED);
  });

  test("exchanges one of many correct codes at once [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryCode(transaction, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test("counts at most five of many guesses at once [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    await Promise.all(Array.from({ length: 30 }, () => tryCode(transaction, other(code))));
    const { db } = api.shop();
    const row = await db.read.selectFrom("password_resets").select("tries").orderBy("expires_at", "desc").execute();
    expect(Math.max(...row.map(({ tries }) => tries))).toBe(5);
    expect((await tryCode(transaction, code)).status).toBe(400);
  });

  test("allows one user's resets twenty codes a day together [AUTH-10]", async () => {
    const { email } = await api.signUp();
    for (let round = 0; round < 4; round++) {
      const { transaction, code } = await begin(email);
      for (let attempt = 0; attempt < 5; attempt++) await tryCode(transaction, other(code));
    }
    const { transaction, code } = await begin(email);
    expect((await tryCode(transaction, code)).body).toMatchObject(REFUSED);
  });

  test("accepts a code and a token for ten minutes each, and a code for its own transaction only [AUTH-10]", async () => {
    const { email } = await api.signUp();
    const [late, good] = [await begin(email), await begin(email)];
    expect((await tryCode(late.transaction, good.code)).status).toBe(good.code === late.code ? 200 : 400);
    api.clock.turn(10 * MINUTE - 1);
    const token = (await tryCode(good.transaction, good.code)).body.reset_token;
    api.clock.turn(1);
    expect((await tryCode(late.transaction, late.code)).status).toBe(400);
    api.clock.turn(10 * MINUTE - 1);
    expect((await reset(token)).status).toBe(400);
    expect((await api.login(email)).status).toBe(200);
  });

  test("drops a mail that could not be sent in time, with its code", async () => {
    const { email } = await api.signUp();
    await forgot(email);
    api.clock.turn(10 * MINUTE);
    expect(await api.hasMail(email)).toBe(false);
    const kept = await api.shop().db.read.selectFrom("outbox").select("id").where("kind", "=", "reset-code").execute();
    expect(kept).toEqual([]);
  });

  test("answers an unknown name and a disabled account alike, and mails nobody [AUTH-03]", async () => {
    const [known, disabled] = [await api.signUp(), await api.signUp()];
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("users").set({ disabled_at: 1 }).where("email", "=", disabled.email).execute(),
    );
    const rows = async () => ({
      resets: (await db.read.selectFrom("password_resets").select("id").execute()).length,
      mails: (await db.read.selectFrom("outbox").select("id").where("delivered_at", "is", null).execute()).length,
    });
    await forgot("first@example.test"); // sweeps out what has run out
    const seen: unknown[] = [];
    for (const name of [known.email, disabled.email, "nobody@example.test", "9876501234"]) {
      const before = await rows();
      const answer = await forgot(name);
      const after = await rows();
      const { date: _, ...headers } = Object.fromEntries(answer.headers);
      const added = { resets: after.resets - before.resets, mails: after.mails - before.mails };
      seen.push([answer.status, Object.keys(answer.body), answer.text.length, headers, added]);
    }
    expect(seen[0]).toMatchObject([202, ["transaction"], expect.any(Number), {}, { resets: 1, mails: 1 }]);
    expect(seen).toEqual([seen[0], seen[0], seen[0], seen[0]]);
    expect((await api.takeMail(known.email)).subject).toBe("Your code for a new password at acme rewards");
    expect(api.mails.filter(({ to }) => to !== known.email && /code/.test(to))).toEqual([]);
    expect(await api.hasMail(disabled.email)).toBe(false);
  });

  test("accepts no code for the reset of an unknown name [AUTH-03]", async () => {
    const { transaction } = (await forgot("nobody-2@example.test")).body;
    const { db } = api.shop();
    // Even the code that its row was made with.
    const { createHash, createHmac } = await import("node:crypto");
    const id = createHash("sha256").update(transaction).digest("base64url");
    const key = api.shop().keys.current("reset-code");
    const hash = createHmac("sha256", key.secret).update(`${id} 0042`).digest("base64url");
    await db.transaction((tx) =>
      tx
        .updateTable("password_resets")
        .set({ code_hash: `${key.id}:${hash}` })
        .where("id", "=", id)
        .execute(),
    );
    expect((await tryCode(transaction, "0042")).body).toMatchObject(REFUSED);
  });

  test("stores and logs no code, transaction, token or password [AUTH-05] [OPS-04]", async () => {
    const { email } = await api.signUp();
    const asked = (await forgot(email)).body;
    const { db } = api.shop();
    const outbox = JSON.stringify(await db.read.selectFrom("outbox").selectAll().execute());
    const mail = await api.takeMail(email);
    const code = CODE.exec(mail.text)![0];
    const token = (await tryCode(asked.transaction, code)).body.reset_token;
    await reset(token, "Canary@2026");
    await api.takeMail(email);
    const tables = ["password_resets", "outbox", "users", "budgets"] as const;
    const dump = await Promise.all(tables.map((table) => db.read.selectFrom(table).selectAll().execute()));
    for (const secret of [asked.transaction, token, "Canary@2026"]) {
      for (const text of [outbox, JSON.stringify(dump), api.logged.join("")]) expect(text).not.toContain(secret);
    }
    expect(outbox).not.toContain(`"code"`);
    expect(JSON.stringify(dump)).not.toContain(`"sealed":"`);
    expect(api.logged.join("")).not.toContain(`"code":`);
    expect(JSON.stringify(dump[3])).not.toContain(email);
  });

  test("is limited by name and network, by name, and by network, until the next day", async () => {
    const limited = await startTestApi(engine, {
      limits: { resetsPerNameNetAndDay: 2, resetsPerNetAndDay: 4, resetsPerNameAndDay: 3 },
    });
    const ask = async (username: string, net: string) =>
      (
        await limited.request("POST", "/user/forgot/", {
          body: { username },
          headers: { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY },
        })
      ).status;
    const statuses = async (...calls: [name: string, net: string][]) => {
      const answers: number[] = [];
      for (const [name, net] of calls) answers.push(await ask(`${name}@example.test`, net));
      return answers;
    };
    const [here, there, third, fourth] = ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"];
    expect(await statuses(["a", here], ["A", here], ["a", here])).toEqual([202, 202, 429]);
    expect(await statuses(["a", there], ["a", third])).toEqual([202, 429]);
    expect(await statuses(["b", here], ["c", here], ["d", here], ["d", fourth])).toEqual([202, 202, 429, 202]);
    limited.clock.turn(DAY);
    expect(await statuses(["a", here], ["d", here])).toEqual([202, 202]);
    await limited.close();
  });

  test("accepts a code in small letters, and with letters that look like digits", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    const typed = ` ${code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await tryCode(transaction, typed)).status).toBe(200);
  });

  test("ends a reset at its first wrong code once the shop has used up its wrong codes, and still accepts correct ones", async () => {
    const { shopDay } = api.shop().limits;
    const limited = await startTestApi(engine, {
      limits: { shopDay: { ...shopDay, wrongCodes: { alarm: 1, limit: 2 } } },
    });
    const ask = async () => {
      const { email } = await limited.signUp();
      const { transaction } = (await limited.request("POST", "/user/forgot/", { body: { username: email } })).body;
      return { transaction, code: CODE.exec((await limited.takeMail(email)).text)![0] };
    };
    const enter = async (transaction: string, code: string) =>
      (await limited.request("POST", "/user/verify-otp/", { body: { transaction, code } })).status;
    const [first, second, third] = [await ask(), await ask(), await ask()];
    for (let attempt = 0; attempt < 2; attempt++) expect(await enter(first.transaction, other(first.code))).toBe(400);
    expect(await enter(first.transaction, first.code)).toBe(200);
    expect(await enter(second.transaction, other(second.code))).toBe(400);
    expect(await enter(second.transaction, second.code)).toBe(400);
    expect(await enter(third.transaction, third.code)).toBe(200);
    const alarms = limited.logged.map((line) => JSON.parse(line)).filter(({ what }) => what === "wrongCodes");
    expect(alarms.map(({ used }) => used)).toEqual([1, 3]);
    await limited.close();
  });

  test("does not end at a wrong code on a known device, even once the shop has used up its wrong codes", async () => {
    const { shopDay } = api.shop().limits;
    const limited = await startTestApi(engine, {
      limits: { shopDay: { ...shopDay, wrongCodes: { alarm: 1, limit: 0 } } },
    });
    const { email, deviceToken } = await limited.signUp();
    const post = (path: string, body: object) =>
      limited.request("POST", path, { body, headers: { "x-awning-device": deviceToken } });
    const { transaction } = (await post("/user/forgot/", { username: email })).body;
    const code = CODE.exec((await limited.takeMail(email)).text)![0];
    expect((await post("/user/verify-otp/", { transaction, code: other(code) })).status).toBe(400);
    expect((await post("/user/verify-otp/", { transaction, code })).status).toBe(200);
    await limited.close();
  });

  test("allows each network two more once the shop has used up its resets", async () => {
    const { shopDay } = api.shop().limits;
    const limited = await startTestApi(engine, { limits: { shopDay: { ...shopDay, resets: { alarm: 1, limit: 1 } } } });
    const statuses: number[] = [];
    for (const [name, net] of [1, 1, 1, 1, 2].entries()) {
      const headers = { "x-forwarded-for": `203.0.113.${net}`, "x-awning-key": FORWARD_KEY };
      const body = { username: `name-${name}@example.test` };
      statuses.push((await limited.request("POST", "/user/forgot/", { headers, body })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429, 202]);
    await limited.close();
  });

  test("stores nothing more for a network that has used up its resets, whatever names it sends", async () => {
    const limited = await startTestApi(engine, { limits: { resetsPerNetAndDay: 3 } });
    const counted = async () => (await limited.shop().db.read.selectFrom("budgets").select("name").execute()).length;
    const ask = async (name: number) =>
      (await limited.request("POST", "/user/forgot/", { body: { username: `u${name}@example.test` } })).status;
    for (let name = 0; name < 3; name++) expect(await ask(name)).toBe(202);
    const before = await counted();
    for (let name = 3; name < 10; name++) expect(await ask(name)).toBe(429);
    expect(await counted()).toBe(before);
    await limited.close();
  });

  test("limits an account's mailed codes a day over all its names, and no answer reveals it [AUTH-10]", async () => {
    const limited = await startTestApi(engine, { limits: { resetMailsPerUserAndDay: 2 } });
    const { email } = await limited.signUp();
    const phone = "9876543211";
    await limited
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("users").set({ phone, verified_phone: phone }).where("email_key", "=", email).execute(),
      );
    const ask = async (...names: string[]) => {
      const answers = [];
      for (const username of names)
        answers.push(await limited.request("POST", "/user/forgot/", { body: { username } }));
      await deliverOutbox(limited.shop());
      expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
        names.map(() => [202, ["transaction"]]),
      );
      return limited.mails.splice(0).filter(({ text }) => CODE.test(text)).length;
    };
    expect(await ask(email, phone, email, phone)).toBe(2);
    expect(await ask("nobody@example.test")).toBe(0);
    limited.clock.turn(DAY);
    expect(await ask(phone)).toBe(1);
    await limited.close();
  });

  test("starts no more than the day's limit from a burst for one name", async () => {
    const { email } = await api.signUp();
    const answers = await Promise.all(Array.from({ length: 30 }, () => forgot(email, "198.51.100.30")));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test("hashes nothing for an unknown token, and allows a token five passwords [AUTH-04]", async () => {
    const { email } = await api.signUp();
    const token = await tokenFor(email);
    const { passwords } = api.shop();
    const hash = passwords.hash;
    let hashed = 0;
    passwords.hash = async () => {
      hashed++;
      throw tooBusy();
    };
    try {
      expect((await reset("none")).status).toBe(400);
      expect(hashed).toBe(0);
      for (let attempt = 0; attempt < 5; attempt++) expect((await reset(token)).status).toBe(429);
      expect((await reset(token)).status).toBe(400);
      expect(hashed).toBe(5);
    } finally {
      passwords.hash = hash;
    }
  });

  test("refuses a short password without using up the token", async () => {
    const { email } = await api.signUp();
    const token = await tokenFor(email);
    for (let attempt = 0; attempt < 6; attempt++) {
      const answer = await reset(token, "Sh0rt!");
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ["password"]]);
    }
    expect((await reset(token)).status).toBe(204);
  });

  test("lets a shopper in at once who resets the password after five guesses", async () => {
    const { email } = await api.signUp();
    for (let attempt = 0; attempt < 5; attempt++) await api.login(email, "Wrong@2026");
    expect((await api.login(email, PASSWORD)).status).toBe(429);
    await reset(await tokenFor(email));
    expect((await api.login(email, NEW)).status).toBe(200);
  });

  test("lets a shopper in at once who guesses five times and resets the password on a known device", async () => {
    const { email, deviceToken } = await api.signUp();
    const call = { headers: { "x-awning-device": deviceToken } };
    for (let attempt = 0; attempt < 5; attempt++) await api.login(email, "Wrong@2026", call);
    expect((await api.login(email, PASSWORD, call)).status).toBe(429);
    const { transaction, code } = await begin(email);
    const { body } = await api.request("POST", "/user/verify-otp/", { body: { transaction, code }, ...call });
    await reset(body.reset_token);
    expect((await api.login(email, NEW, call)).status).toBe(200);
  });

  test("treats another tenant's transaction and token as unknown [TEN-01]", async () => {
    const { email } = await api.signUp();
    const { transaction, code } = await begin(email);
    const there = (path: string, body: object) => api.request("POST", path, { tenant: "globex", body });
    expect((await there("/user/verify-otp/", { transaction, code })).status).toBe(400);
    const token = (await tryCode(transaction, code)).body.reset_token;
    expect((await there("/user/reset-password/", { reset_token: token, password: NEW })).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });
});
