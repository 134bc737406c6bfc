import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { FORWARD_KEY, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createStatementLog } from "../../helpers/database/counted-work.ts";
import { engines } from "../../helpers/database/test-database.ts";

// The time of an answer must not reveal which names have an account. The tests count work instead of timing it.

const NAMES = 20;
const SAMPLES_PER_NAME = 10;

/** On which browser, each with networks of its own, so that their budgets do not mix. */
const NETWORKS = { new: "203.0.113", "of another account": "198.51.100" };
type Browser = keyof typeof NETWORKS;
const browsers = Object.keys(NETWORKS) as Browser[];

describe.each(engines)("the work that a name costs on %s", (engine) => {
  const log = createStatementLog();
  let api: TestApi;
  let known: string[];
  let ofAnother: string;
  beforeAll(async () => {
    api = await startTestApi(engine, { wrapDatabase: log.watch });
    known = [];
    ofAnother = (await api.signUp()).deviceToken;
    for (let user = 0; user < NAMES; user++) known.push((await api.signUp()).email);
  });
  afterAll(() => api.close());

  /** 200 requests with names that somebody has and 200 with names that nobody has, in turn: what each of them took. */
  async function measure(browser: Browser, path: string, body: object, work: () => unknown) {
    const taken: Record<"known" | "unknown", unknown[]> = { known: [], unknown: [] };
    for (let sample = 0; sample < NAMES * SAMPLES_PER_NAME; sample++) {
      const [user, address] = [sample % NAMES, `${NETWORKS[browser]}.${Math.floor(sample / NAMES)}`];
      const device: Record<string, string> = browser === "of another account" ? { "x-awning-device": ofAnother } : {};
      const headers = { "x-forwarded-for": address, "x-awning-key": FORWARD_KEY, ...device };
      for (const [kind, username] of [
        ["known", known[user]],
        ["unknown", `nobody-${user}@example.test`],
      ] as const) {
        log.take();
        const { status } = await api.request("POST", path, { body: { ...body, username }, headers });
        taken[kind].push({ status, statements: log.take(), work: work() });
      }
    }
    return taken;
  }

  test.each(browsers)(
    "a login with an unknown name makes the hashes and statements of a wrong password, on a browser %s [AUTH-03]",
    async (browser) => {
      // unit/api/domain/passwords shows that a verification without a stored hash is a hash of the same cost.
      const verify = vi.spyOn(api.shop().passwords, "verify").mockResolvedValue("wrong");
      const hashes = () => verify.mock.calls.splice(0).length;
      const { known: wrong, unknown } = await measure(browser, "/user/login/", { password: "Wrong@2026" }, hashes);
      verify.mockRestore();
      expect(wrong[0]).toMatchObject({
        status: 400,
        work: 1,
        statements: expect.arrayContaining([expect.stringContaining("users")]),
      });
      expect(unknown).toEqual(wrong);
    },
  );

  test.each(browsers)(
    "a reset for an unknown name writes what one for an account writes, on a browser %s [AUTH-03]",
    async (browser) => {
      const { known: begun, unknown } = await measure(browser, "/user/forgot/", {}, () => null);
      const statements = ["password_resets", "outbox", "budgets"].map((table) => expect.stringContaining(table));
      expect(begun[0]).toEqual({ status: 202, statements: expect.arrayContaining(statements), work: null });
      expect(unknown).toEqual(begun);
    },
  );
});
