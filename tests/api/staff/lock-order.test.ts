import { setTimeout } from "node:timers/promises";

import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { lockTrail } from "../../../api/staff/audit-trail.ts";
import { confirmMember } from "../../../api/staff/confirm-member.ts";
import { disableMember, enableMember } from "../../../api/staff/manage-members.ts";
import { findMember } from "../../../api/staff/member.ts";
import type { Staff } from "../../../api/staff/staff.ts";
import { createSoftwarePasskey } from "../../helpers/api/software-passkey.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CONSOLE, type TestMember } from "../../helpers/api/test-staff.ts";
import { PATIENCE_MS } from "../../helpers/waiting/patience.ts";

// Transactions on one member lock the audit's trail and the member's row. In two orders they deadlock, and the database ends one of
// them, which is then tried again. SQLite has one writer.

const OPERATOR = { name: "command line", origin: "test" };
const STEP_MS = 30_000;
/** For a transaction that waits for the other one's first lock. */
const WAIT_MS = 300;

let api: TestApi;
let race: ReturnType<typeof createRace> | undefined;
beforeAll(async () => {
  const wrap = (db: Staff["db"]): Staff["db"] => ({
    ...db,
    transaction: (fn) => (race === undefined ? db.transaction(fn) : race.run(db, fn)),
  });
  api = await startTestApi("postgres", { staff: { wrap } });
});
afterAll(() => api.close());

/** Two transactions, each of which goes on from its first statement once the other one has had its own. */
function createRace() {
  let asked = 0;
  let tried = 0;
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    begun: first.promise,
    /** How many transactions there were, and how often one was tried. */
    counts: () => ({ asked, tried }),
    run<T>(db: Staff["db"], fn: Parameters<typeof db.transaction<T>>[0]): Promise<T> {
      asked += 1;
      return db.transaction((tx) => {
        tried += 1;
        let isFirst = true;
        const plugin: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (isFirst) {
              isFirst = false;
              (tried === 1 ? first : second).resolve();
              await Promise.race([second.promise, setTimeout(WAIT_MS)]);
            }
            return result;
          },
        };
        return fn(tx.withPlugin(plugin));
      });
    },
  };
}

const call = (path: string, { token }: TestMember, body?: object) =>
  api.staff.call(body ? "POST" : "GET", path, { token, body });

/** A member with a passkey, whose app shows a code that it has not shown yet. */
async function newMember() {
  const member = await api.staff.member({ role: "support", brand: "acme" });
  const device = createSoftwarePasskey(CONSOLE.origin);
  const begin = async () => (await call("/passkeys/begin", member, { name: "Key" })).body;
  expect((await call("/passkeys", member, { name: "Key", passkey: device.create(await begin()) })).status).toBe(200);
  api.clock.turn(STEP_MS);
  const second = createSoftwarePasskey(CONSOLE.origin).create(await begin());
  const signed = device.use((await api.staff.call("GET", "/sign-in/passkey")).body);
  const session = (await findMember(api.staff.parts, member.token, "192.0.2.7"))!;
  return { member, device, second, signed, session: { ...session, confirmedAt: 0 } };
}

type Prepared = Awaited<ReturnType<typeof newMember>>;

test.each<[string, (prepared: Prepared) => Promise<{ status: number }>]>([
  ["signing in with a password", ({ member }) => api.staff.signIn(member.email, api.staff.code(member))],
  [
    "signing in with a passkey",
    ({ signed }) => api.staff.call("POST", "/sign-in/passkey", { body: { passkey: signed } }),
  ],
  ["adding a passkey", ({ member, second }) => call("/passkeys", member, { name: "Phone", passkey: second })],
  [
    "confirming with a recovery code",
    ({ member, session }) =>
      confirmMember(api.staff.parts, session, member.recoveryCodes[0]).then(() => ({ status: 200 })),
  ],
  ["removing a passkey", ({ member, device }) => call("/passkeys/remove", member, { id: device.id })],
])("%s does not deadlock with disabling the member", async (_what, act) => {
  const prepared = await newMember();
  const { email } = prepared.member;
  race = createRace();
  const acting = act(prepared);
  await race.begun;
  await disableMember(api.staff.parts, OPERATOR, email);
  const { status } = await acting;
  const counts = race.counts();
  race = undefined;
  expect([status, counts]).toEqual([200, { asked: 2, tried: 2 }]);
  await enableMember(api.staff.parts, OPERATOR, email);
});

test("a wrong password or passkey is answered while somebody else holds the trail", async () => {
  const { member, device } = await newMember();
  const request = (await api.staff.call("GET", "/sign-in/passkey")).body;
  const passkey = device.use(request, { origin: "https://evil.example" });
  const answers = await api.staff.parts.db.transaction(async (tx) => {
    await lockTrail(tx);
    const asked = [
      api.staff.signIn(member.email, api.staff.code(member), "another long password"),
      api.staff.call("POST", "/sign-in/passkey", { body: { passkey } }),
    ];
    return Promise.race([Promise.all(asked), setTimeout(PATIENCE_MS, [])]);
  });
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
});
