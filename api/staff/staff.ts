import type { Logger } from "pino";

import type { TenantsFolder } from "../../config/brand/exposure.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import { FairQueue } from "../concurrency/fair-queue.ts";
import type { Databases } from "../db/database.ts";
import { STAFF_ID } from "../db/migrations/staff.ts";
import type { Places } from "../db/servers/servers.ts";
import type { StaffReader, StaffWriter } from "../db/staff-schema.ts";
import { DAY_MS } from "../domain/days.ts";
import { createTenantKeys, type Key, type TenantKeys } from "../domain/keys.ts";
import { createPasswords, type Derive, type Passwords } from "../domain/passwords.ts";
import { createKeyLimiter, type KeyLimiter } from "../limits/key-limiter.ts";
import { type LimiterStore, processLimiters } from "../limits/limiter-store.ts";
import type { Limits } from "../limits/limits.ts";
import { createLoginLimiter, type LoginLimiter } from "../limits/login-limiter.ts";
import { createRefusalCounter } from "../monitoring/console-refusals.ts";
import type { StaffMail } from "./staff-mail.ts";

/** The brands' files, and the settings that decide about the opening of a new brand. */
export type BrandsFolder = TenantsFolder & { consoleHostname?: string; hasDataKey: boolean; places: Places };

/** Such as "console.example.com" and "https://console.example.com". */
export type ConsoleSite = { hostname: string; origin: string };

/** The services of the staff routes, like Shop for a brand. */
export type Staff = {
  db: {
    read: StaffReader;
    /** As TenantDatabase.transaction. */
    transaction<T>(fn: (tx: StaffWriter) => Promise<T>): Promise<T>;
    close(): Promise<void>;
  };
  keys: TenantKeys;
  passwords: Passwords;
  loginLimiter: LoginLimiter;
  /** Counts passkeys in place of passwords, so that neither locks the other out. */
  passkeyLimiter: LoginLimiter;
  keyLimiter: KeyLimiter;
  refusals: ReturnType<typeof createRefusalCounter>;
  /** Counts the audit's entries of a member about attempts beyond the limits. */
  limitNotes: ReturnType<LimiterStore["createLimiter"]>;
  /** Counts a member's wrong codes. */
  wrongCodes: ReturnType<LimiterStore["createLimiter"]>;
  clock: Clock;
  log: Logger;
  folder: BrandsFolder;
  /** The brands' secrets for gateways and suppliers, to list missing ones and to try them. */
  secrets: SecretValues;
  /** The console's configured site; undefined if it is off. Passkeys are made for it. */
  site: ConsoleSite | undefined;
  /** Undefined without STAFF_MAIL_FROM: then makers see their links, and owners get no mail. */
  mail?: StaffMail;
  /** True while every brand is a demo on this machine: then its member signs in without a code. */
  isDemo(): boolean;
};

type Options = {
  databases: Databases;
  dataKeys: Key[];
  derive: Derive;
  limits: Limits;
  limiters?: LimiterStore;
  /** Absent if the metrics are not read. */
  refusals?: Staff["refusals"];
  clock: Clock;
  log: Logger;
  folder: BrandsFolder;
  secrets: SecretValues;
  site: ConsoleSite | undefined;
  mail?: StaffMail;
  isDemo(): boolean;
};

/** Opens the staff's database, and creates or migrates it first. @throws when it cannot be used */
export const openStaffData = async (databases: Databases) =>
  // The same connection, typed with the tables for the staff instead of those for a brand.
  (await databases.open(STAFF_ID)) as unknown as Staff["db"];

/** @throws as openStaffData */
export async function openStaff(options: Options): Promise<Staff> {
  const {
    databases,
    dataKeys,
    derive,
    limits,
    limiters = processLimiters,
    refusals = createRefusalCounter(),
    clock,
    log,
    folder,
    secrets,
    site,
    mail,
    isDemo,
  } = options;
  const db = await openStaffData(databases);
  const hashes = new FairQueue(limits.hashes);
  return {
    db,
    keys: createTenantKeys(dataKeys, STAFF_ID),
    passwords: createPasswords({ derive, takeTurn: (net, hash) => hashes.run({ brand: STAFF_ID, net }, hash) }),
    loginLimiter: createLoginLimiter(limits, STAFF_ID, limiters),
    passkeyLimiter: createLoginLimiter(limits, `${STAFF_ID}-passkeys`, limiters),
    keyLimiter: createKeyLimiter(limits, limiters),
    refusals,
    limitNotes: limiters.createLimiter({
      name: `${STAFF_ID}:limit-notes`,
      points: limits.limitNotesPerMember,
      windowMs: limits.loginWindowMs,
    }),
    wrongCodes: limiters.createLimiter({
      name: `${STAFF_ID}:wrong-codes`,
      points: limits.wrongStaffCodesPerDay,
      windowMs: DAY_MS,
    }),
    clock,
    log,
    folder,
    secrets,
    site,
    mail,
    isDemo,
  };
}
