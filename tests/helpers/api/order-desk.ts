import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";

import { createApi } from "../../../api/app.ts";
import { EVERY_BRAND, type Role } from "../../../api/domain/roles.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { addGrant, createMember } from "../../../api/repositories/staff/members.ts";
import { openStaffSession } from "../../../api/repositories/staff/staff-sessions.ts";
import { openStaff } from "../../../api/staff/staff.ts";
import type { TestApi } from "./test-api.ts";

type Call = { token?: string; body?: object; brand?: string };

/** The staff's calls over the shops of a test API, with a member of each role. Close it before the API. */
export async function openOrderDesk(api: TestApi, brands = ["acme"]) {
  const log = pino({ level: "silent" });
  const staff = await openStaff({
    databases: api.databases,
    dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
    derive: async () => Buffer.alloc(32),
    limits: defaultLimits,
    clock: { now: api.clock.now },
    log,
    isDemo: () => true,
  });
  const shops = {
    isServed: (id: string) => brands.includes(id),
    tenants: () => brands.map((id) => api.shop(id).tenant),
    visit: (id: string) => (brands.includes(id) ? Promise.resolve({ shop: api.shop(id), leave: () => {} }) : undefined),
  };
  const server = createServer(
    createApi({ shops: shops as never, log, openStaff: async () => staff }) as RequestListener,
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_staff`;
  let members = 0;

  /** A new member with this role, signed in. @returns the session's token */
  const join = (role: Role, brand = EVERY_BRAND) =>
    staff.db.transaction(async (tx) => {
      const now = api.clock.now();
      const email = `${role}-${++members}@staff.test`;
      const id = await createMember(tx, { email, name: role, passwordHash: "x", totpSecret: null, now });
      await addGrant(tx, id, { role, brand });
      return openStaffSession(tx, { memberId: id, client: "", now });
    });
  const owner = await join("owner");

  async function request(method: string, path: string, { token = owner, body, brand = brands[0]! }: Call = {}) {
    const response = await fetch(`${root}/brands/${brand}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
  }

  return {
    staff,
    join,
    get: (path: string, call?: Call) => request("GET", path, call),
    post: (path: string, body: object = {}, call?: Call) => request("POST", path, { ...call, body }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await staff.db.close();
    },
  };
}

export type OrderDesk = Awaited<ReturnType<typeof openOrderDesk>>;
