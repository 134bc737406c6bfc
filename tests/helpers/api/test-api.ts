import { argon2Sync } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { pino } from "pino";
import { Registry } from "prom-client";

import { createApi } from "../../../api/app.ts";
import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { requestIdMixin } from "../../../api/base/request-id.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import type { Derive } from "../../../api/domain/passwords.ts";
import { defaultLimits, type Limits } from "../../../api/limits/limits.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import type { Message } from "../../../api/ports/mailer.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createStaffLookup } from "../../../api/tenancy/look-up-staff.ts";
import { createShopRegistry, type ShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { createTestDatabases, type Engine } from "../database/test-database.ts";
import { sendJson } from "../http/json-client.ts";
import { waitUntil } from "../waiting/patience.ts";
import { createTestCatalogue } from "./test-catalogue.ts";
import { openTestStaff, type StaffOptions } from "./test-staff.ts";

const START = Date.UTC(2026, 0, 15, 6, 30);
export const PASSWORD = "Monsoon@2026";
export const FORWARD_KEY = "forward-key-of-the-tests";

/**
 * argon2id at its lowest cost in place of today's: a shopper's sign-up and login are two hashes of 30 ms, and the tests
 * have thousands of shoppers. A hash of another cost is computed at that cost.
 */
const deriveCheaply: Derive = async (message, nonce, cost) =>
  argon2Sync("argon2id", {
    message,
    nonce,
    ...cost,
    ...(cost.memory === 19_456 && { memory: 8, passes: 1 }),
  });

type Options = {
  /** The first is the one that calls go to. */
  tenants?: string[];
  /** Further settings of tenant.json, by tenant id. */
  settings?: Record<string, object>;
  limits?: Partial<Limits>;
  /** Environment variables with brands' secrets. */
  secrets?: Record<string, string>;
  /** Runs the orders' worker in the background, as the program does; tests that turn the clock do without. */
  workers?: boolean;
  /** Changes every tenant's database, such as the lock-off controls of race tests do; their books may then be wrong. */
  wrapDatabase?: (db: TenantDatabase) => TenantDatabase;
  /** Changes the brands as the API sees them. */
  wrapShops?: (shops: ShopRegistry) => ShopRegistry;
  /** Hashes passwords as the program does. */
  hashesInThreads?: boolean;
  /** Leads the API to PostgreSQL through a proxy. */
  through?: (url: URL) => Promise<URL>;
  /** Opens the console's calls, for `api.staff`. */
  staff?: StaffOptions;
};

type Call = {
  tenant?: string;
  token?: string;
  /** Sent as JSON; a string or FormData as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

/**
 * The API over real HTTP on a free port, with a small catalogue for each tenant (test-catalogue.ts), a clock that stays
 * put until a test turns it, and a new database. Close it in afterAll: that also checks the books.
 */
export async function startTestApi(
  engine: Engine,
  {
    tenants = ["acme", "globex"],
    settings = {},
    limits = {},
    secrets = {},
    workers = false,
    wrapDatabase,
    wrapShops = (shops) => shops,
    hashesInThreads,
    through,
    staff: staffOptions,
  }: Options = {},
) {
  const { databases, drop, dataDir, url } = await createTestDatabases(engine, {
    through,
    isPrepared: true,
  });
  const time = { now: START };
  const logged: string[] = [];
  const mails: Message[] = [];
  const registry = new Registry();
  const wrap = wrapDatabase ?? ((db) => db);
  const log = pino({ level: "debug", mixin: requestIdMixin }, { write: (line: string) => void logged.push(line) });
  const dataKeys = [{ id: "1", bytes: Buffer.alloc(32, 7) }];
  const clock = { now: () => time.now };
  const shops = createShopRegistry({
    databases: { ...databases, connect: async (tenantId) => wrap(await databases.connect(tenantId)) },
    clock,
    log,
    dataKeys,
    limits: { ...defaultLimits, signupsPerNet: 10_000, unprovenMailsPerNetAndDay: 10_000, ...limits },
    ...(staffOptions && { staff: createStaffLookup({ databases, dataKeys, clock }) }),
    createMailer: () => ({ send: async (message) => void mails.push(message) }),
    registry,
    secrets,
    workers,
    ...(!hashesInThreads && { derive: deriveCheaply }),
  });
  const files = tenants.map((id) => ({
    id,
    hostnames: [`${id}.localhost`],
    branding: { organization_name: `${id} rewards`, email: `help@${id}.test`, primary_color: "#123456" },
    ...settings[id],
  }));
  await shops.replace(files.map((file) => TenantSchema.parse(file)));
  const open = await Promise.all(tenants.map((id) => shops.open(id)));
  for (const shop of open) {
    if (shop.tenant.seed === undefined) await createTestCatalogue(shop);
  }
  const callers = { keys: [FORWARD_KEY], isKeyRequired: false };
  const tenantsDir = join(dataDir, "tenants");
  if (staffOptions) writeTenants(tenantsDir, files);
  const places = { DATA_DIR: dataDir, databaseUrls: { ...(url !== undefined && { DATABASE_URL: url }) } };
  const parts = { databases, dataKeys, derive: deriveCheaply, clock, log, secrets, tenantsDir, places };
  const staff = staffOptions && (await openTestStaff(parts, staffOptions));
  const server = createServer(
    createApi({
      shops: wrapShops(shops),
      log,
      callers,
      openStaff: staff && (async () => staff.parts),
    }) as RequestListener,
  );
  server.keepAliveTimeout = 60_000; // a test that pauses finds its connections
  await once(server.listen(0, "127.0.0.1"), "listening");
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function request(method: string, path: string, { tenant = tenants[0]!, token, body, headers = {} }: Call = {}) {
    const url = `${root}/${tenant}${path}`;
    const common = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers };
    if (body instanceof FormData) {
      const form = new Response(body);
      const type = form.headers.get("content-type")!;
      return sendJson(url, { method, body: await form.bytes(), headers: { "content-type": type, ...common } });
    }
    const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    return sendJson(url, {
      method,
      body: isRaw ? body : JSON.stringify(body),
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...common },
    });
  }

  let users = 0;

  return {
    root,
    request,
    /** The databases' location, for another process that opens them too. */
    storage: { engine, dataDir, url },
    /** Where the brands' files are that the console reads and writes; nothing watches it. */
    tenantsDir,
    /** Every line that the API logged, and every mail that it sent, oldest first. */
    logged,
    registry,
    mails,
    /** The console's staff. @throws without the option `staff` */
    get staff() {
      return staff!.connect(root);
    },
    /** As the process has them, with the announcements that wake its workers and that its storefront polls. */
    databases,
    clock: {
      now: () => time.now,
      turn: (ms: number) => void (time.now += ms),
    },
    /** The shop that the routers get, for tests that read or write the database. */
    shop: (tenant = tenants[0]!): Shop => open.find((shop) => shop.tenant.id === tenant)!,

    /** Delivers the outbox. @returns true if it holds a mail to `address` that no test has taken */
    async hasMail(address: string, tenant = tenants[0]!): Promise<boolean> {
      while (await deliverOutbox(this.shop(tenant)));
      return mails.some(({ to }) => to === address);
    },

    /** Delivers the outbox and takes the newest mail to `address` out of `mails`. Another worker may be sending it. */
    async takeMail(address: string, tenant = tenants[0]!): Promise<Message> {
      const [mail] = await waitUntil(async () => {
        await deliverOutbox(this.shop(tenant));
        const at = mails.findLastIndex(({ to }) => to === address);
        return at >= 0 && mails.splice(at, 1);
      }, 20);
      return mail!;
    },

    login: (username: string, password = PASSWORD, call: Call = {}) =>
      request("POST", "/user/login/", { ...call, body: { username, password, grant_type: "password" } }),

    /**
     * A new shopper who is signed in, in the browser of the sign-up, and has followed the link in its mail, unless
     * `isVerified` is false.
     */
    async signUp({ email = `shopper-${++users}@example.test`, tenant = tenants[0]!, isVerified = true } = {}) {
      const signup = { username: "Asha Rao", email, password: PASSWORD, phone: "0000000000" };
      const created = await request("POST", "/user/signup/", { tenant, body: signup });
      if (created.status !== 201) throw new Error(`sign-up answered ${created.status} ${created.text}`);
      if (isVerified) {
        const [, token] = /verify-email\?token=([\w-]+)/.exec((await this.takeMail(email, tenant)).text) ?? [];
        const verified = await request("POST", "/user/verify-email/", { tenant, body: { token } });
        if (verified.status !== 204) throw new Error(`verify-email answered ${verified.status} ${verified.text}`);
      }
      const { status, text, body } = await this.login(email, PASSWORD, {
        tenant,
        headers: { "x-awning-device": created.body.device_token },
      });
      if (status !== 200) throw new Error(`login answered ${status} ${text}`);
      return {
        email,
        token: body.access_token as string,
        refreshToken: body.refresh_token as string,
        deviceToken: body.device_token as string,
      };
    },

    /** @throws when a tenant's books do not reconcile at the end of the tests. */
    async close() {
      const checks = wrapDatabase ? [] : open.map((shop) => auditLedger(shop));
      const differences = (await Promise.all(checks)).flat();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await staff?.parts.db.close();
      await shops.close();
      await databases.close();
      await drop();
      if (differences.length > 0) throw new Error(`The books differ: ${differences.join("; ")}`);
    },
  };
}

function writeTenants(dir: string, files: { id: string }[]) {
  for (const file of files) {
    mkdirSync(join(dir, file.id), { recursive: true });
    writeFileSync(join(dir, file.id, "tenant.json"), JSON.stringify(file));
  }
}
