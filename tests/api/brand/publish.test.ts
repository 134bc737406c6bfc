import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { finishAll, finishPublishing } from "../../../api/brand/finish.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const CONSOLE = { editedIn: "console" };

describe.each(engines)("the files of a brand (%s)", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, settings: { acme: CONSOLE } });
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const fileOf = (...path: string[]) => join(api.tenantsDir, ...path);
  const read = (brand = "acme") => JSON.parse(readFileSync(fileOf(brand, "tenant.json"), "utf8"));
  const show = async (brand = "acme") => (await desk.get("/brand", { brand })).body;

  /** Saves a draft with these fields of `branding` and pages. */
  async function draft(branding: object, pages?: Record<string, string>) {
    const shown = await show();
    const files = shown.draft?.files ?? shown.files;
    const tenant = { ...files.tenant, branding: { ...files.tenant.branding, ...branding } };
    return desk.post("/brand/draft", { files: { tenant, pages: pages ?? files.pages }, seen: shown.seen });
  }
  /** Acts on the draft as it is now. */
  const act = async (name: string, body: object = {}) =>
    desk.post(`/brand/${name}`, { ...body, seen: (await show()).seen });
  beforeEach(() => act("discard"));

  test("a draft stays out of the files until it is published, and is then a version", async () => {
    const before = readFileSync(fileOf("acme", "tenant.json"), "utf8");
    expect((await draft({ email: "new@acme.test" }, { privacy: "# Privacy\n\nOurs." })).body).toMatchObject({
      problems: {},
    });
    expect(readFileSync(fileOf("acme", "tenant.json"), "utf8")).toBe(before);
    expect((await show()).draft).toMatchObject({ is_stale: false, problems: {} });

    expect((await act("publish")).body).toEqual({ number: 2 });
    expect(read().branding.email).toBe("new@acme.test");
    expect(readFileSync(fileOf("acme", "pages", "privacy.md"), "utf8")).toBe("# Privacy\n\nOurs.");
    const { draft: left, versions, unwritten } = await show();
    expect([left, unwritten]).toEqual([undefined, null]);
    expect(versions.map(({ number, changed }: any) => [number, changed])).toEqual([
      [2, ["branding.email", "pages.privacy"]],
      [1, []],
    ]);
    const acts = (await desk.acts("acme")).filter(({ act }) => act === "brand.publish");
    expect(acts.map(({ before, after }) => [JSON.parse(before!), JSON.parse(after!)])).toEqual([
      [
        { "branding.email": "help@acme.test", "pages.privacy": null },
        { "branding.email": "new@acme.test", "pages.privacy": "# Privacy\n\nOurs." },
      ],
    ]);
  });

  test("an earlier version is published again, as a new one", async () => {
    expect((await act("roll-back", { number: 1 })).body).toEqual({ number: 3 });
    expect(read().branding.email).toBe("help@acme.test");
    expect(existsSync(fileOf("acme", "pages", "privacy.md"))).toBe(false);
    expect((await act("roll-back", { number: 99 })).status).toBe(404);
  });

  test("a change of limits, security, coins or the mailbox asks for a code, and nothing changes without one", async () => {
    const { limits, security, coins } = {
      limits: { ordersPerDay: 7 },
      security: { stepUp: false },
      coins: { validDays: 9 },
    };
    const shown = await show();
    const { tenant, pages } = shown.files;
    const mailbox = { branding: { ...tenant.branding, email: "other@acme.test" } };
    api.clock.turn(11 * 60_000);
    for (const change of [{ limits }, { security }, { coins }, mailbox]) {
      const files = { tenant: { ...tenant, ...change }, pages };
      expect((await desk.post("/brand/draft", { files, seen: (await show()).seen })).status).toBe(200);
      expect([change, (await act("publish")).body.error]).toEqual([change, "code_required"]);
    }
    expect(read()).toEqual(tenant);
    await act("discard");
    await draft({ address: "asks for no code" });
    expect((await act("publish")).status).toBe(200);
    expect((await act("roll-back", { number: 2 })).body.error).toBe("code_required"); // another mailbox
    expect((await act("roll-back", { number: 2, code: "123456" })).status).toBe(200);
    expect((await act("roll-back", { number: 3 })).status).toBe(200);
  });

  test("a manager does not lift the limit beyond which a second member decides", async () => {
    const manager = await desk.member("manager");
    const { files, seen } = (await manager("GET", "/brand")).body;
    const tenant = { ...files.tenant, limits: { ...files.tenant.limits, rupeesAlonePerDay: 1_000_000 } };
    expect((await manager("POST", "/brand/draft", { files: { ...files, tenant }, seen })).status).toBe(200);
    const publish = async (ask: typeof manager) =>
      ask("POST", "/brand/publish", { code: "123456", seen: (await show()).seen });
    expect(await publish(manager)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^Only an owner/) },
    });
    expect(read().limits?.rupeesAlonePerDay).toBeUndefined();
    expect((await publish(await desk.member("owner"))).status).toBe(200);
    expect(read().limits.rupeesAlonePerDay).toBe(1_000_000);
    expect((await act("roll-back", { number: 3, code: "123456" })).status).toBe(200);
  });

  test("a way back leaves the hostnames and payments as they are now", async () => {
    const payments = { gateway: "vpa", vpa: "acme@bank" };
    const now = { ...read(), hostnames: ["acme.localhost", "shop.acme.localhost"], payments };
    writeFileSync(fileOf("acme", "tenant.json"), JSON.stringify(now));
    expect((await act("roll-back", { number: 2 })).status).toBe(200);
    expect(read()).toMatchObject({ hostnames: now.hostnames, payments, branding: { email: "new@acme.test" } });
  });

  test("what the shop would refuse is told by field, kept in the draft, and not published", async () => {
    const faults = { email: "nobody", primary_color: "red", logo_url: "/media/brand/logo-none.webp" };
    const { body } = await draft(faults, { privacy: "# Privacy\n\n{nonsense}", other: "x" });
    expect(Object.keys(body.problems).sort()).toEqual([
      "branding.email",
      "branding.primary_color",
      "pages.other",
      "pages.privacy",
    ]);
    expect(body.problems["pages.privacy"]).toBe("line 3: unknown placeholder {nonsense}");
    const before = readFileSync(fileOf("acme", "tenant.json"), "utf8");
    const refused = await act("publish");
    expect([refused.status, Object.keys(refused.body.errors).length]).toEqual([400, 4]);
    expect(readFileSync(fileOf("acme", "tenant.json"), "utf8")).toBe(before);
    expect(readdirSync(fileOf("acme")).sort()).not.toContain("other.md");
    expect((await show()).draft.files.tenant.branding.email).toBe("nobody");

    await draft({ email: "help@acme.test", primary_color: "#123456" }, {});
    expect((await act("publish")).body.errors).toEqual({
      "branding.logo_url": "there is no picture logo-none.webp",
    });
  });

  test("a name is not taken away", async () => {
    await draft({ organization_name: "Acme Rewards" });
    expect((await act("publish")).status).toBe(200);
    const problem = { "branding.organization_name": "Enter the name that shoppers read." };
    expect((await draft({ organization_name: undefined })).body.problems).toEqual(problem);
    expect((await act("publish")).body.errors).toEqual(problem);
  });

  test("a draft holds legal pages as long as they may be", async () => {
    const long = `# Privacy\n\n${"अ".repeat(99_000)}`;
    expect((await draft({}, { privacy: long, "terms-conditions": long })).status).toBe(200);
    expect((await show()).draft.files.pages.privacy).toBe(long);
  });

  test("a page in another language is a file in the folder of that language", async () => {
    await draft({}, { privacy: "# Privacy\n\nShort.", "hi/privacy": "# नीति\n\nछोटी।" });
    expect((await act("publish")).status).toBe(200);
    expect(readFileSync(fileOf("acme", "pages", "hi", "privacy.md"), "utf8")).toBe("# नीति\n\nछोटी।");
    expect((await show()).files.pages).toEqual({ privacy: "# Privacy\n\nShort.", "hi/privacy": "# नीति\n\nछोटी।" });
    await draft({}, { privacy: "# Privacy\n\nShort." });
    expect((await act("publish")).status).toBe(200);
    expect(existsSync(fileOf("acme", "pages", "hi", "privacy.md"))).toBe(false);
    expect((await draft({}, { "klingon/privacy": "#" })).body.problems).toHaveProperty(["pages.klingon/privacy"]);
    await act("discard");
  });

  test("fields that other programs rely on are not changed", async () => {
    const { files, seen } = await show();
    const tenant = {
      ...files.tenant,
      id: "globex",
      hostnames: ["globex.localhost"],
      seed: "demo",
      payments: undefined,
    };
    const { body } = await desk.post("/brand/draft", { files: { ...files, tenant }, seen });
    expect(Object.keys(body.problems).sort()).toEqual(["hostnames", "id", "payments", "seed"]);
    expect((await act("publish")).status).toBe(400);
  });

  test("files that changed since the draft began are not overwritten", async () => {
    await draft({ address: "1 Draft Street" });
    const byHand = { ...read(), branding: { ...read().branding, address: "2 File Street" } };
    writeFileSync(fileOf("acme", "tenant.json"), JSON.stringify(byHand));
    expect((await show()).draft.is_stale).toBe(true);
    const refused = await act("publish");
    expect([refused.status, refused.body.error]).toEqual([409, "files_changed"]);
    expect(read().branding.address).toBe("2 File Street");
    expect((await desk.acts("acme")).at(-1)).toMatchObject({ act: "brand.publish.failed" });
  });

  test("a draft that somebody else has changed meanwhile is not overwritten", async () => {
    const { files, seen } = await show();
    await draft({ address: "theirs" });
    const late = await desk.post("/brand/draft", { files, seen });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("Somebody else")]);
    expect((await show()).draft.files.tenant.branding.address).toBe("theirs");
  });

  test.each(["publish", "discard", "roll-back"])("%s leaves a draft that nobody looked at as it is", async (name) => {
    await draft({ address: "seen" });
    const { seen } = await show();
    await draft({ address: "saved meanwhile" });
    const before = readFileSync(fileOf("acme", "tenant.json"), "utf8");
    const late = await desk.post(`/brand/${name}`, { seen, number: 1 });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("Somebody else")]);
    expect((await show()).draft.files.tenant.branding.address).toBe("saved meanwhile");
    expect(readFileSync(fileOf("acme", "tenant.json"), "utf8")).toBe(before);
  });

  /** Publishes this draft with tenant.json, the last file, out of reach of the program. @returns the version that is left */
  async function publishInPart(branding: object, pages: Record<string, string>): Promise<number> {
    await draft(branding, pages);
    const obstacle = fileOf("acme", `.${process.pid}.tmp`);
    mkdirSync(obstacle);
    expect((await act("publish")).status).toBe(500);
    rmSync(obstacle, { recursive: true });
    return (await show()).unwritten.number;
  }
  const privacy = () => readFileSync(fileOf("acme", "pages", "privacy.md"), "utf8");

  test("a version whose files were written in part is finished, and until then nothing else is published", async () => {
    const { address } = read().branding;
    const number = await publishInPart({ address: "whole" }, { privacy: "# Privacy\n\nWhole." });
    expect((await show()).unwritten).toEqual({ number, edited: [] });
    expect([privacy(), read().branding.address]).toEqual(["# Privacy\n\nWhole.", address]);
    await draft({ address: "next" });
    expect((await act("publish")).status).toBe(409);
    expect(read().branding.address).toBe(address);

    await finishPublishing(api.staff.parts, "acme");
    expect([privacy(), read().branding.address]).toEqual(["# Privacy\n\nWhole.", "whole"]);
    expect((await show()).unwritten).toBe(null);
  });

  test("finishing a version leaves what other programs rely on as it is now, and a brand kept elsewhere alone", async () => {
    const before = read().branding.address;
    await publishInPart({ address: "finished" }, {});
    const hostnames = ["acme.localhost", "new.acme.localhost"];
    const now = { ...read(), hostnames };
    writeFileSync(fileOf("acme", "tenant.json"), JSON.stringify({ ...now, editedIn: undefined }));
    await expect(finishPublishing(api.staff.parts, "acme")).rejects.toThrow("cannot write this brand's files");
    expect(read().branding.address).toBe(before);

    writeFileSync(fileOf("acme", "tenant.json"), JSON.stringify(now));
    await finishPublishing(api.staff.parts, "acme");
    expect(read()).toMatchObject({ hostnames, branding: { address: "finished" } });
  });

  test.each(["pages/privacy.md", "tenant.json"])(
    "finishing a version never overwrites %s that somebody has changed since, and both can be kept",
    async (file) => {
      const number = await publishInPart({ address: `of ${file}` }, { privacy: `# Privacy\n\nOf ${file}.` });
      const byHand = { ...read(), branding: { ...read().branding, address: "by hand" } };
      const text = file === "tenant.json" ? JSON.stringify(byHand) : "# Privacy\n\nBy hand.";
      writeFileSync(fileOf("acme", file), text);
      expect((await show()).unwritten).toEqual({ number, edited: [file] });
      const refused = await act("finish");
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`has changed ${file}`)]);
      await finishAll(api.staff.parts);
      expect(readFileSync(fileOf("acme", file), "utf8")).toBe(text);

      expect((await act("keep-files")).status).toBe(200);
      expect(readFileSync(fileOf("acme", file), "utf8")).toBe(text);
      const { unwritten, versions } = await show();
      expect([unwritten, versions[0].number, versions[0].made_by]).toEqual([null, number + 1, "files"]);
      expect((await act("roll-back", { number })).status).toBe(200);
      expect([privacy(), read().branding.address]).toEqual([`# Privacy\n\nOf ${file}.`, `of ${file}`]);
    },
  );

  test("what somebody changed in the folder between two versions is a version, too", async () => {
    writeFileSync(fileOf("acme", "pages", "privacy.md"), "# Privacy\n\nBetween.");
    await draft({ address: "after it" });
    const { number } = (await act("publish")).body;
    const [, found] = (await show()).versions;
    expect(found).toMatchObject({ number: number - 1, made_by: "files", changed: ["pages.privacy"] });
  });

  test("a folder of pages keeps the rights that it has", async () => {
    mkdirSync(fileOf("acme", "pages"), { recursive: true });
    chmodSync(fileOf("acme", "pages"), 0o775);
    await draft({}, { cookies: "# Cookies\n\nOurs." });
    expect((await act("publish")).status).toBe(200);
    expect(statSync(fileOf("acme", "pages")).mode & 0o777).toBe(0o775);
  });

  test("a brand whose files are kept elsewhere is only shown, until the console takes it over", async () => {
    expect((await show("globex")).read_only).toBe("kept elsewhere");
    const { files, seen } = await show("globex");
    const body = { files, seen };
    expect((await desk.post("/brand/draft", body, { brand: "globex" })).status).toBe(409);
    expect((await desk.post("/brand/take-over", {}, { brand: "globex" })).status).toBe(200);
    expect(read("globex")).toEqual({ ...files.tenant, editedIn: "console" });
    expect((await show("globex")).read_only).toBe(null);
  });

  test("a draft is a secret of its brand", async () => {
    await draft({ address: "only of acme" });
    const ask = await desk.member("manager", "globex");
    expect((await ask("GET", "/brand")).status).toBe(404);
    const theirs = await ask("GET", "/brand", undefined, "globex");
    expect(theirs.status).toBe(200);
    expect(theirs.text).not.toContain("only of acme");
  });
});
