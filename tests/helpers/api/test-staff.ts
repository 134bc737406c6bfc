import { Secret, TOTP } from "otpauth";
import type { Logger } from "pino";

import type { Clock } from "../../../api/base/clock.ts";
import type { Databases } from "../../../api/db/database.ts";
import type { Places } from "../../../api/db/servers/servers.ts";
import type { StaffReader } from "../../../api/db/staff-schema.ts";
import type { Key } from "../../../api/domain/keys.ts";
import type { Derive } from "../../../api/domain/passwords.ts";
import type { Grant } from "../../../api/domain/roles.ts";
import { defaultLimits, type Limits } from "../../../api/limits/limits.ts";
import { addGrant, findMemberByEmail } from "../../../api/repositories/staff/members.ts";
import { invite } from "../../../api/staff/invitations.ts";
import { openStaff, type Staff } from "../../../api/staff/staff.ts";
import type { SecretValues } from "../../../config/brand/secrets.ts";
import { createJsonClient } from "../http/json-client.ts";

export const STAFF_PASSWORD = "river stone lantern 7";
const STEP_MS = 30_000;

/** Where the console of a test answers. */
export const CONSOLE = { hostname: "console.example.com", origin: "https://console.example.com" };

export type StaffOptions = {
  /** True if every brand is a demo on this machine. */
  isDemo?: () => boolean;
  limits?: Partial<Limits>;
  mail?: Staff["mail"];
  /** As test-api.ts has it, for controls of race tests. */
  wrap?: (db: Staff["db"]) => Staff["db"];
};

type Parts = {
  databases: Databases;
  dataKeys: Key[];
  derive: Derive;
  clock: Clock;
  log: Logger;
  secrets: SecretValues;
  tenantsDir: string;
  places: Places;
};

/** The code that an app with this secret shows at `ms`. */
export const codeAt = (secret: string, ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

export type TestMember = { email: string; token: string; secret: string; recoveryCodes: string[] };

const OPERATOR = { name: "command line", origin: "test" };

/** The staff's database of a test, and members with the authenticator apps of a test. */
export async function openTestStaff(
  { tenantsDir, places, ...parts }: Parts,
  { isDemo = () => false, limits = {}, mail, wrap = (db) => db }: StaffOptions,
) {
  const folder = {
    dir: tenantsDir,
    deployment: { hasMailServer: true, hasProxy: true, secrets: {} },
    hasDataKey: false,
    places,
  };
  const opened = await openStaff({
    ...parts,
    folder,
    site: CONSOLE,
    limits: { ...defaultLimits, ...limits },
    mail,
    isDemo,
  });
  const staff: Staff = { ...opened, db: wrap(opened.db) };
  let members = 0;

  const connect = (root: string) => {
    const send = createJsonClient(`${root}/_staff`);
    const call = (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) =>
      send(method, path, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
    return {
      parts: staff,
      read: staff.db.read as StaffReader,
      call,
      /** The code of the member's app, now or some steps of 30 s later. */
      code: ({ secret }: { secret: string }, steps = 0) => codeAt(secret, parts.clock.now() + steps * STEP_MS),

      /** Follows a one-time link. @throws when it is refused */
      async accept(token: string, { email, password = STAFF_PASSWORD }: { email: string; password?: string }) {
        const shown = await call("GET", `/invitations/${token}`);
        const code = shown.status === 200 ? codeAt(shown.body.secret, parts.clock.now()) : "";
        const answer = await call("POST", `/invitations/${token}`, { body: { name: "Asha Rao", password, code } });
        if (answer.status !== 200) throw new Error(`the invitation answered ${answer.status} ${answer.text}`);
        const { token: session, recovery_codes: recoveryCodes } = answer.body;
        return { email, token: session, secret: shown.body.secret, recoveryCodes } as TestMember;
      },

      /** A new member with these roles, signed in. The session has just entered a code. */
      async member(...grants: Grant[]): Promise<TestMember> {
        const email = `member-${++members}@staff.test`;
        const [first = { role: "support", brand: "none" } as const, ...more] = grants;
        const token = (await invite(staff, OPERATOR, email, first))!;
        const member = await this.accept(token, { email });
        for (const grant of more) await this.give(email, grant);
        return member;
      },

      /** Gives a member a role as if they had joined with a link. */
      give: (email: string, grant: Grant) =>
        staff.db.transaction(async (tx) => addGrant(tx, (await findMemberByEmail(tx, email))!.id, grant)),

      /** @param device the token of a browser that has signed somebody in */
      signIn: (email: string, code: string, password = STAFF_PASSWORD, device?: string) =>
        send("POST", "/sign-in", { email, password, code }, device === undefined ? {} : { "x-awning-device": device }),
    };
  };
  return { parts: staff, connect };
}
