import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { BULK_NAMES, bulkAction, type BulkName } from "../../../api/bulk/bulk-actions.ts";
import { type Grant, mayGive, type Permission, permissionsIn, ROLE_NAMES } from "../../../api/domain/roles.ts";
import { JOB_KIND_NAMES, JOB_KINDS, type JobKindName } from "../../../api/jobs/kinds.ts";
import { insertOnce } from "../../../api/repositories/jobs/jobs.ts";
import { BRAND_ROUTES } from "../../../api/routes/staff/brand-routes.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import type { TestMember } from "../../helpers/api/test-staff.ts";
import { sendRaw } from "../../helpers/http/raw.ts";

// Which member may make which call of the console, by role and brand: a table of all of them. One engine is enough, since
// the answers come from the members' grants.

let api: TestApi;
let members: { grants: Grant[]; member: TestMember }[];
beforeAll(async () => {
  api = await startTestApi("sqlite", { tenants: ["acme", "globex"], staff: {} });
  const tables: Grant[][] = [
    ...ROLE_NAMES.map((role) => [{ role, brand: "acme" }]),
    ...ROLE_NAMES.map((role) => [{ role, brand: "*" }]),
    [{ role: "support", brand: "none" }],
  ];
  members = [];
  for (const grants of tables) members.push({ grants, member: await api.staff.member(...grants) });
});
afterAll(() => api.close());

const call = (method: string, path: string, token?: string) =>
  api.staff.call(method.toUpperCase(), path, { token, ...(method === "post" && { body: {} }) });

const UNKNOWN = { status_code: 404, detail: "Not found." };

/** Of no order, shopper or product: a call that passes answers for the missing thing what the table allows. */
const fill = (path: string) => path.replaceAll(/:\w+/g, "nosuch");

test("there are calls on brands, each with one method and path", () => {
  const keys = BRAND_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(keys.length).toBeGreaterThan(0);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(["acme", "globex", "nosuch", "_staff", "*"])(
  "every call on brand %s passes for the roles that include it, and is unknown to the others",
  async (brand) => {
    const wrong: string[] = [];
    for (const { method, path, permission } of BRAND_ROUTES) {
      for (const { grants, member } of members) {
        const isServed = brand === "acme" || brand === "globex";
        const isAllowed = isServed && permissionsIn(grants, brand).has(permission);
        const logged = api.logged.length;
        const answer = await call(method, `/brands/${brand}${fill(path)}`, member.token);
        const name = `${method} ${brand}${path} as ${JSON.stringify(grants)}: ${answer.status} ${answer.text}`;
        if (answer.status >= 500) wrong.push(`${name} ${api.logged.slice(logged).join("")}`);
        // What a call that passes says about a thing that is not there may be 404, too, but never 401 or 403 of the router.
        if (isAllowed && (answer.status === 401 || (answer.status === 404 && !path.includes(":")))) wrong.push(name);
        if (!isAllowed && (answer.status !== 404 || answer.text !== JSON.stringify(UNKNOWN))) wrong.push(name);
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** Who may act on a job and read its file. Those of the catalogue are seen with `catalogue.read`, those of lists by who may act alone. */
const JOB_PERMISSIONS: Record<JobKindName, Permission> = {
  "stock.check": "stock.edit",
  "stock.import": "stock.edit",
  "stock.withdraw": "stock.edit",
  "catalogue.check": "catalogue.edit",
  "catalogue.import": "catalogue.edit",
  "catalogue.undo": "catalogue.edit",
  "suppliers.check": "catalogue.edit",
  "suppliers.apply": "catalogue.edit",
  "orders.export": "money.export",
  "shoppers.export": "shoppers.export",
  "orders.release.check": "orders.act",
  "orders.release": "orders.act",
  "orders.refuse.check": "orders.refund",
  "orders.refuse": "orders.refund",
  "orders.refund.check": "orders.refund",
  "orders.refund": "orders.refund",
  "orders.resend.check": "orders.act",
  "orders.resend": "orders.act",
  "gifts.resend.check": "orders.act",
  "gifts.resend": "orders.act",
  "products.offer.check": "catalogue.edit",
  "products.offer": "catalogue.edit",
  "products.withdraw.check": "catalogue.edit",
  "products.withdraw": "catalogue.edit",
  "products.move.check": "catalogue.edit",
  "products.move": "catalogue.edit",
  "products.price.check": "catalogue.edit",
  "products.price": "catalogue.edit",
  "shoppers.disable.check": "shoppers.act",
  "shoppers.disable": "shoppers.act",
  "shoppers.enable.check": "shoppers.act",
  "shoppers.enable": "shoppers.act",
  "coupons.withdraw.check": "coins.grant",
  "coupons.withdraw": "coins.grant",
};
const isExport = (kind: JobKindName) => kind.endsWith(".export");
const SEEN_WITH: Record<string, Permission> = {
  orders: "orders.read",
  gifts: "orders.read",
  shoppers: "shoppers.read",
  coupons: "shoppers.read",
};
const seenWith = (kind: JobKindName) =>
  isExport(kind) ? JOB_PERMISSIONS[kind] : (SEEN_WITH[kind.slice(0, kind.indexOf("."))] ?? "catalogue.read");

/** A call on a job, and what it answers on one that has ended. */
interface JobCall {
  method: "get" | "post";
  path: string;
  /** The call needs the permission of the job's kind. */
  isAct: boolean;
  passes: number;
  /** The only kinds that have it; without them, every kind. */
  kinds?: JobKindName[];
}

const JOB_CALLS: JobCall[] = [
  { method: "get", path: "", isAct: false, passes: 200 },
  { method: "get", path: "/differences", isAct: false, passes: 200, kinds: ["suppliers.check"] },
  { method: "get", path: "/changes", isAct: false, passes: 200, kinds: ["catalogue.check", "stock.check"] },
  {
    method: "get",
    path: "/rows",
    isAct: false,
    passes: 200,
    kinds: JOB_KIND_NAMES.filter((kind) => /^(orders|gifts|products|shoppers|coupons)\.(?!export)/.test(kind)),
  },
  { method: "get", path: "/refused", isAct: true, passes: 200 },
  { method: "get", path: "/file", isAct: true, passes: 200, kinds: ["orders.export", "shoppers.export"] },
  { method: "post", path: "/apply", isAct: true, passes: 409 },
  { method: "post", path: "/withdraw", isAct: true, passes: 400 },
  { method: "post", path: "/undo", isAct: true, passes: 400 },
  { method: "post", path: "/cancel", isAct: true, passes: 409 },
];

test("every call on a job is in this table", () => {
  const calls = BRAND_ROUTES.filter(({ path }) => path.startsWith("/jobs/:job"));
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    JOB_CALLS.map(({ method, path }) => `${method} /jobs/:job${path}`).sort(),
  );
  expect(Object.fromEntries(JOB_KIND_NAMES.map((kind) => [kind, JOB_KINDS[kind].permission]))).toEqual(JOB_PERMISSIONS);
});

test.each(JOB_KIND_NAMES.flatMap((kind) => ["acme", "globex"].map((brand) => [kind, brand] as const)))(
  "a job %s of %s is acted on by the roles that include its kind there, and is unknown to the others",
  async (kind, brand) => {
    const now = api.clock.now();
    const id = await api.shop(brand).db.transaction(async (tx) => {
      const job = await insertOnce(tx, { kind, input: {}, askedBy: "somebody", now });
      const cursor = JSON.stringify({ after: null, parts: 0, deleteAt: now + 1 });
      await tx.updateTable("jobs").set({ state: "done", cursor }).where("id", "=", job).execute();
      return job;
    });
    const other = brand === "acme" ? "globex" : "acme";
    for (const { grants, member } of members) {
      const held = permissionsIn(grants, brand);
      const maySee = held.has("jobs.read") && held.has(seenWith(kind));
      const mayAct = maySee && held.has(JOB_PERMISSIONS[kind]);
      const list = await call("get", `/brands/${brand}/jobs`, member.token);
      const listed = (list.body.jobs ?? []).map((job: { id: string }) => job.id);
      expect([grants, listed.includes(id)]).toEqual([grants, maySee]);
      for (const { method, path, isAct, passes, kinds } of JOB_CALLS) {
        const isThere = !kinds || kinds.includes(kind);
        const needs = BRAND_ROUTES.find(
          (route) => route.method === method && route.path === `/jobs/:job${path}`,
        )!.permission;
        const isAllowed = isThere && held.has(needs) && (isAct ? mayAct : maySee);
        const { status, text, body } = await call(method, `/brands/${brand}/jobs/${id}${path}`, member.token);
        const name = `${method} ${path} as ${JSON.stringify(grants)}`;
        expect([name, status]).toEqual([name, isAllowed ? passes : 404]);
        if (!isAllowed) expect([name, text]).toEqual([name, JSON.stringify(UNKNOWN)]);
        if (isAllowed && path === "") expect([name, body.may_act]).toEqual([name, mayAct]);
        expect((await call(method, `/brands/${other}/jobs/${id}${path}`, member.token)).body).toEqual(UNKNOWN);
      }
    }
  },
);

/** Refunds, full codes, coins, and the data of shoppers. A comparison, a statement that is only
 * checked, the preview of a bulk action, and a replayed notification give nothing back. */
const GRAVE: Permission[] = [
  "orders.refund",
  "codes.reveal",
  "coins.grant",
  "coins.approve",
  "shoppers.export",
  "money.export",
  "shoppers.erase",
];

test("every call with which money, codes, coins or a shopper's data leave the shop needs a code", () => {
  const withoutCode = BRAND_ROUTES.filter(({ permission, needsCode }) => GRAVE.includes(permission) && !needsCode);
  expect(withoutCode.map(({ path }) => path).sort()).toEqual([
    "/bulk/coupons/withdraw",
    "/bulk/orders/refund",
    "/bulk/orders/refuse",
    "/money/compare",
    "/payments/statement",
    "/payments/statement/columns",
    "/webhooks/:webhook/replay",
  ]);
});

/** Every call of a brand that changes something and asks for no code, by the reason. All others ask for one. */
const CODELESS = {
  // Publishing and going back ask for a code if limits, security, coins or the mailbox change (api/brand/publish).
  "can be changed back": [
    "/brand/draft",
    "/brand/discard",
    "/brand/publish",
    "/brand/roll-back",
    "/brand/finish",
    "/brand/keep-files",
    "/brand/pictures/:kind",
    "/pictures",
    "/stock-alerts",
    "/products/:sku/alert",
    "/orders/:order/note",
    "/payments/statement/columns",
    "/products",
    "/product-draft",
    "/products/:sku",
    "/products/:sku/offer",
    "/products/:sku/place",
    "/categories",
    "/categories/:key",
    "/categories/:key/subcategories",
    "/subcategories/:key",
    "/categories/:key/move",
    "/categories/:key/delete",
    "/subcategories/:key/delete",
    "/shoppers/:shopper/disable",
    "/shoppers/:shopper/enable",
    "/shoppers/:shopper/end-sessions",
    "/views/orders",
    "/views/orders/:view/delete",
    "/columns/orders",
    "/views/shoppers",
    "/views/shoppers/:view/delete",
    "/columns/shoppers",
  ],
  "only compares or checks": [
    ...BULK_NAMES.map((name) => `/bulk/${name.replace(".", "/")}`),
    "/money/compare",
    "/payments/statement",
    "/suppliers/compare",
    "/suppliers/:supplier/try",
    "/brand/mail",
    "/stock/imports",
    "/catalogue/imports",
  ],
  "adds what can be withdrawn, or ends work": ["/jobs/:job/apply", "/jobs/:job/cancel"],
  "takes back an import, whose single changes ask for none": ["/jobs/:job/undo"],
  "books what a gateway has signed": ["/webhooks/:webhook/replay"],
  "sends mail to the address that is known": ["/orders/:order/resend", "/orders/:order/gift"],
  "closes a door": ["/integrations/keys/:key/revoke"],
  "sends what is due anyway": [
    "/integrations/endpoints/:endpoint/pause",
    "/integrations/endpoints/:endpoint/resume",
    "/integrations/endpoints/:endpoint/test",
    "/integrations/endpoints/:endpoint/replay",
  ],
};

test("every call that changes something asks for a code, or its reason for none is written here", () => {
  const posts = BRAND_ROUTES.filter(({ method }) => method === "post");
  const withoutCode = posts.filter(({ needsCode }) => !needsCode).map(({ path }) => path);
  expect(withoutCode.sort()).toEqual(Object.values(CODELESS).flat().sort());
});

/** The call that takes each bulk action on one row. */
const SINGLE_CALLS: Record<BulkName, string> = {
  "orders.release": "/orders/:order/release",
  "orders.refuse": "/orders/:order/refuse",
  "orders.refund": "/orders/:order/refund",
  "orders.resend": "/orders/:order/resend",
  "gifts.resend": "/orders/:order/gift",
  "products.offer": "/products/:sku/offer",
  "products.withdraw": "/products/:sku/offer",
  "products.move": "/products/:sku",
  "products.price": "/products/:sku",
  "shoppers.disable": "/shoppers/:shopper/disable",
  "shoppers.enable": "/shoppers/:shopper/enable",
  "coupons.withdraw": "/coupons/:coupon/withdraw",
};

test.each(BULK_NAMES)("the bulk action %s needs the permission and the code of the single one", (name) => {
  const single = BRAND_ROUTES.find(({ method, path }) => method === "post" && path === SINGLE_CALLS[name])!;
  const { permission, needsCode } = bulkAction(name);
  expect([permission, needsCode]).toEqual([single.permission, single.needsCode === true]);
});

test("every call beyond the brands asks for a code, but those that open or end a session", () => {
  const withoutCode = ["all-brands", "audit", "members", "new-brand", "passkeys", "session"].flatMap((name) => {
    const source = readFileSync(`api/routes/staff/${name}.ts`, "utf8");
    const posts = source.split("router.post(").slice(1);
    const bodies = posts.map((post) => post.split("\n  });")[0]!);
    return bodies.filter((post) => !post.includes("await confirmMember(")).map((post) => /"([^"]+)"/.exec(post)![1]);
  });
  expect(withoutCode.sort()).toEqual([
    "/", // the passkey for which /begin has asked for a code
    "/invitations/:token",
    "/morning-mail", // the member's own mail
    "/sessions/end",
    "/sign-in",
    "/sign-in/passkey",
    "/sign-out",
  ]);
});

test("every call that says who is paid needs a code and the right of owners", () => {
  const calls = BRAND_ROUTES.filter(
    ({ method, path }) => method === "post" && /^\/brand\/(payments|suppliers)/.test(path),
  );
  expect(calls.map(({ path, permission, needsCode }) => [path, permission, needsCode])).toEqual([
    ["/brand/payments/try", "payments.edit", true],
    ["/brand/payments", "payments.edit", true],
    ["/brand/suppliers/try", "payments.edit", true],
    ["/brand/suppliers", "payments.edit", true],
    ["/brand/suppliers/remove", "payments.edit", true],
  ]);
});

test("every change of messages to phones needs a code, and all but a test message the right of owners", () => {
  const calls = BRAND_ROUTES.filter(({ method, path }) => method === "post" && path.startsWith("/brand/messages"));
  expect(calls.map(({ path, permission, needsCode }) => [path, permission, needsCode])).toEqual([
    ["/brand/messages/channel/try", "payments.edit", true],
    ["/brand/messages/channel", "payments.edit", true],
    ["/brand/messages/channel/remove", "payments.edit", true],
    ["/brand/messages/template", "payments.edit", true],
    ["/brand/messages/template/remove", "payments.edit", true],
    ["/brand/messages/test", "brand.edit", true],
  ]);
});

test("a brand that a member may not see is answered like an unknown path, byte for byte", async () => {
  const { member } = members.find(({ grants: [grant] }) => grant!.role === "support" && grant!.brand === "acme")!;
  const unknown = await call("get", "/brands/acme/no-such-path", member.token);
  for (const path of [
    "/brands/globex/orders",
    "/brands/nosuch/orders",
    "/nosuch",
    "/audit?brand=globex",
    "/members",
    "/members/export",
  ]) {
    const answer = await call("get", path, member.token);
    expect([path, answer.status, answer.text]).toEqual([path, 404, unknown.text]);
  }
});

test.each([
  ["get", "/members", "staff.read", "any brand"],
  ["get", "/members/export", "staff.read", "any brand"],
  ["post", "/new-brand", "brand.create", "all brands"],
  ...["invite", "withdraw", "grant", "revoke", "reset", "disable", "enable"].map((act) => [
    "post",
    `/members/${act}`,
    "staff.manage",
    "any brand",
  ]),
] as [string, string, Permission, string][])("%s %s is for members with %s in %s", async (...row) => {
  const [method, path, permission, where] = row;
  for (const { grants, member } of members) {
    const brands = where === "all brands" ? ["*"] : ["*", ...grants.map(({ brand }) => brand)];
    const isAllowed = brands.some((brand) => permissionsIn(grants, brand).has(permission));
    const { status, body } = await call(method, path, member.token);
    if (isAllowed) expect([grants, status]).toEqual([grants, method === "get" ? 200 : 400]);
    else expect([grants, status, body]).toEqual([grants, 404, UNKNOWN]);
  }
});

test.each(["acme", "globex", "*", "nosuch"])("roles in %s are given by who manages its staff", async (brand) => {
  const grant: Grant = { role: "support", brand };
  const { email } = await api.staff.member(brand === "nosuch" ? { role: "support", brand: "acme" } : grant);
  for (const { grants, member } of members) {
    const mayHere = permissionsIn(grants, brand).has("staff.manage") && brand !== "nosuch";
    const mayAnywhere = grants.some((grant) => permissionsIn(grants, grant.brand).has("staff.manage"));
    for (const act of ["invite", "grant", "revoke"]) {
      const body = { email, ...grant };
      const answer = await api.staff.call("POST", `/members/${act}`, { token: member.token, body });
      // A role in a brand that has left can be taken away where somebody has it.
      const isEverywhere = permissionsIn(grants, "*").has("staff.manage") && act === "revoke";
      const expected = mayHere ? 200 : mayAnywhere && !isEverywhere ? 400 : 404;
      expect([grants, act, answer.status]).toEqual([grants, act, expected]);
    }
    // As the next one finds them.
    if (mayHere) await api.staff.give(email, grant);
  }
});

test("no role that manages the staff has less than one that it may give", () => {
  for (const role of ROLE_NAMES.filter((name) =>
    permissionsIn([{ role: name, brand: "acme" }], "acme").has("staff.manage"),
  ))
    for (const given of ROLE_NAMES) {
      const held = [{ role, brand: "acme" }];
      expect([role, given, mayGive(held, { role: given, brand: "acme" })]).toEqual([role, given, true]);
      expect([role, given, mayGive(held, { role: given, brand: "*" })]).toEqual([role, given, false]);
    }
});

test("the audit shows a member only the brands whose audit they may read", async () => {
  for (const { grants, member } of members) {
    const [everywhere, acme, globex, unknown] = await Promise.all(
      ["?limit=1000", "?brand=acme", "?brand=globex", "?brand=nosuch"].map((query) =>
        call("get", `/audit${query}`, member.token),
      ),
    );
    const statusIn = (brand: string) => (permissionsIn(grants, brand).has("audit.read") ? 200 : 404);
    expect([grants, acme!.status, globex!.status]).toEqual([grants, statusIn("acme"), statusIn("globex")]);
    expect([grants, unknown!.status]).toEqual([grants, statusIn("*")]); // also of a brand that has left
    expect([grants, everywhere!.status]).toEqual([grants, Math.min(statusIn("acme"), statusIn("*"))]);
    const brands = new Set((everywhere!.body.entries ?? []).map(({ brand }: { brand: string | null }) => brand));
    if (statusIn("*") === 404) expect([...brands].filter((brand) => brand !== "acme")).toEqual([]);
    else expect(brands).toContain("*");
  }
});

const EVERY_CALL = [
  ...["/me", "/sessions", "/members", "/members/export", "/audit", "/passkeys", "/passkeys/request", "/nosuch"].map(
    (path) => ["get", path] as const,
  ),
  ...["/sign-out", "/sessions/end", "/members/invite"].map((path) => ["post", path] as const),
  ...["/passkeys", "/passkeys/begin", "/passkeys/remove"].map((path) => ["post", path] as const),
  ...BRAND_ROUTES.map(({ method, path }) => [method, `/brands/acme${fill(path)}`] as const),
];

test("every call but signing in and invitations needs a session of the staff", async () => {
  const shopper = await api.signUp();
  for (const token of [undefined, "", "nonsense", shopper.token, shopper.refreshToken, members[0]!.member.secret]) {
    for (const [method, path] of EVERY_CALL) {
      const answer = await call(method, path, token);
      expect([method, path, token, answer.status]).toEqual([method, path, token, 401]);
    }
  }
});

test("a large body from nobody that the staff knows is refused unread", async () => {
  const { port, host } = new URL(api.root);
  for (const path of [
    "/brands/acme/payments/statement",
    "/brands/acme/brand/draft",
    "/members/invite",
    "/sessions/end",
  ]) {
    // No byte of the body is sent, so an answer that waited for it would never come.
    const answer = await sendRaw(
      Number(port),
      `POST /_staff${path} HTTP/1.1`,
      `Host: ${host}`,
      "Connection: close",
      "Content-Type: application/json",
      "Authorization: Bearer nonsense-nonsense",
      "Content-Length: 60000",
      "",
      "",
    );
    expect([path, answer.split(" ")[1]]).toEqual([path, "401"]);
  }
});

test("a session of the staff opens nothing of a shopper's", async () => {
  const owner = members.find(({ grants: [grant] }) => grant!.role === "owner" && grant!.brand === "*")!.member;
  for (const path of ["/user-data/", "/cart/", "/order-history/", "/coins-history/", "/user/sessions/"])
    expect([path, (await api.request("GET", path, { token: owner.token })).status]).toEqual([path, 401]);
});
