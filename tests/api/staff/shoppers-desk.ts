import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";

import { createApi } from "../../../api/app.ts";
import type { Role } from "../../../api/domain/roles.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { addGrant, createMember } from "../../../api/repositories/staff/members.ts";
import { openStaffSession } from "../../../api/repositories/staff/staff-sessions.ts";
import { openStaff } from "../../../api/staff/staff.ts";
import type { TestApi } from "../../helpers/api/test-api.ts";

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The staff's calls over the shops of a test's API, with a database of staff beside theirs. */
export async function openDesk(api: TestApi) {
  const staff = await openStaff({
    databases: api.databases,
    dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
    derive: async () => Buffer.alloc(32),
    limits: defaultLimits,
    clock: api.clock,
    log: pino({ level: "silent" }),
    isDemo: () => true, // its members have no codes
  });
  const brands = ["acme", "globex"];
  const shops: Parameters<typeof createApi>[0]["shops"] = {
    isServed: (id) => brands.includes(id),
    tenants: () => brands.map((id) => api.shop(id).tenant),
    visit: (id) => (brands.includes(id) ? Promise.resolve({ shop: api.shop(id), leave: () => {} }) : undefined),
  };
  const server = createServer(
    createApi({ shops, log: pino({ level: "silent" }), openStaff: async () => staff }) as RequestListener,
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_staff`;
  let members = 0;

  return {
    staff,

    /** Signs a new member with this role in. @returns what asks in their name, below /brands/BRAND */
    async member(role: Role, brand = "acme") {
      const email = `${role}-${++members}@staff.test`;
      const token = await staff.db.transaction(async (tx) => {
        const now = api.clock.now();
        const id = await createMember(tx, { email, name: role, passwordHash: "", totpSecret: null, now });
        await addGrant(tx, id, { role, brand });
        return openStaffSession(tx, { memberId: id, client: "a test", now });
      });
      return async (method: "GET" | "POST", path: string, body?: object, inBrand = "acme") => {
        const response = await fetch(`${root}/brands/${inBrand}${path}`, {
          method,
          body: body && JSON.stringify(body),
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        });
        return { status: response.status, body: (await response.json()) as any };
      };
    },

    acts: async (subject: string) =>
      (
        await staff.db.read.selectFrom("audit").selectAll().where("subject", "=", subject).orderBy("number").execute()
      ).map(({ act, reason, before, after }) => ({ act, reason, before, after })),

    everyAct: () => staff.db.read.selectFrom("audit").selectAll().execute(),

    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await staff.db.close();
    },
  };
}
