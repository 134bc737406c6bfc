import { EVERY_BRAND, type Role } from "../../../api/domain/roles.ts";
import { addGrant, createMember } from "../../../api/repositories/staff/members.ts";
import { openStaffSession } from "../../../api/repositories/staff/staff-sessions.ts";
import type { TestApi } from "../api/test-api.ts";

/** For startTestApi: as in a demo, any code will do, so that tests which turn the clock need no app. */
export const DESK = { staff: { isDemo: () => true } };

type Call = { token?: string; body?: object; brand?: string };

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The staff's calls on brands of a test API with the options DESK. An owner makes calls that name no member. */
export async function openDesk(api: TestApi) {
  const { parts, read } = api.staff;
  let members = 0;

  /** A new member with this role, signed in. @returns the session's token */
  const join = (role: Role, brand = EVERY_BRAND) =>
    parts.db.transaction(async (tx) => {
      const now = api.clock.now();
      const email = `${role}-${++members}@staff.test`;
      const id = await createMember(tx, { email, name: role, passwordHash: "x", totpSecret: null, now });
      await addGrant(tx, id, { role, brand });
      return openStaffSession(tx, { memberId: id, client: "", now });
    });
  const owner = await join("owner");

  const request = (method: string, path: string, { token = owner, body, brand = "acme" }: Call = {}) =>
    api.staff.call(method, `/brands/${brand}${path}`, { token, body });

  return {
    join,
    /** On a busy machine one call for today's figures may leave days to the next. */
    async get(path: string, call?: Call) {
      let answer = await request("GET", path, call);
      while (path.startsWith("/today") && answer.body.money?.sales.isBehind) answer = await request("GET", path, call);
      return answer;
    },
    post: (path: string, body: object = {}, call?: Call) => request("POST", path, { ...call, body }),

    /** Sends a file as the storefront does. */
    async upload(path: string, file: BodyInit, { token = owner, brand = "acme" }: Call = {}) {
      const answer = await fetch(`${api.root}/_staff/brands/${brand}${path}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream", authorization: `Bearer ${token}` },
        body: file,
        duplex: "half",
      } as RequestInit);
      return { status: answer.status, body: (await answer.json()) as any };
    },

    /** Adds a member with this role. @returns a function that makes calls in their name */
    async member(role: Role, brand = "acme") {
      const token = await join(role, brand);
      return (method: "GET" | "POST", path: string, body?: object, inBrand = "acme") =>
        request(method, path, { token, body, brand: inBrand });
    },

    /** The entries of the audit about `subject`, in their order. */
    acts: (subject: string) =>
      read
        .selectFrom("audit")
        .select(["act", "reason", "before", "after"])
        .where("subject", "=", subject)
        .orderBy("number")
        .execute(),

    everyAct: () => read.selectFrom("audit").selectAll().execute(),
  };
}
