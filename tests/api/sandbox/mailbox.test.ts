import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DEMO = { seed: "demo" };

describe.each(engines)("a demo's outbox on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme", "globex", "public", "real"],
      settings: { acme: DEMO, globex: DEMO, public: { ...DEMO, hostnames: ["public.localhost", "shop.example"] } },
    });
  });
  afterAll(() => api.close());

  const get = (path: string, tenant = "acme") => api.request("GET", `/sandbox/outbox${path}`, { tenant });
  const linkTo = (page: string, subject: string) =>
    new RegExp(`<a href="/sandbox/outbox(\\?mail=[\\w-]+)">${subject}</a>`).exec(page)?.[1];

  test("lists the brand's own mail, the newest first, and shows one with links to follow", async () => {
    expect((await get("")).text).toContain("There is no mail yet.");
    const { email } = await api.signUp({ isVerified: false });
    await api.takeMail(email);
    api.clock.turn(1000);
    await api.request("POST", "/user/forgot/", { body: { username: email } });
    const { text: sent } = await api.takeMail(email);
    const list = (await get("")).text;
    expect(list.indexOf("Your code for a new password")).toBeLessThan(list.indexOf("Confirm your e-mail address at"));
    expect(list.indexOf("Your code for a new password")).toBeGreaterThan(0);

    const code = await get(linkTo(list, "Your code for a new password at acme rewards")!);
    expect(code.text).toContain(/^[0-9A-Z]{4}$/m.exec(sent)![0]);
    const proof = await get(linkTo(list, "Confirm your e-mail address at acme rewards")!);
    expect(proof.text).toMatch(/<a href="https:\/\/acme\.localhost\/verify-email\?token=[\w-]{43}">/);
    expect(proof.headers.get("cache-control")).toBe("private, no-store");
  });

  test("holds nothing of another brand's [TEN-01]", async () => {
    const { email } = await api.signUp({ tenant: "globex", isVerified: false });
    await api.takeMail(email, "globex");
    const { text } = await get("", "globex");
    const mail = linkTo(text, "Confirm your e-mail address at globex rewards")!;
    expect((await get(mail, "globex")).status).toBe(200);
    expect((await get(mail)).status).toBe(404);
    expect((await get("")).text).not.toContain(email);
  });

  test("shows a mail as mail programs do, in a frame that runs nothing, with links to the running shop", async () => {
    const { email } = await api.signUp({ isVerified: false });
    await api.takeMail(email);
    const link = linkTo((await get("")).text, "Confirm your e-mail address at acme rewards")!;
    const { text, headers } = await get(link);
    const [, frame] = /<iframe title="The mail" src="\/sandbox\/outbox([^"]+)">/.exec(text)!;
    expect(headers.get("content-security-policy")).toContain("frame-src 'self'");

    const mail = await get(frame!.replaceAll("&amp;", "&"));
    expect(mail.text).toContain('<base target="_top">');
    expect(mail.text).toMatch(/<a href="https:\/\/acme\.localhost\/verify-email\?token=[\w-]{43}"/);
    expect(mail.headers.get("content-security-policy")).toMatch(
      /^default-src 'none';.*sandbox allow-top-navigation-by/,
    );
    expect(mail.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  test("shows a mail's words as text", async () => {
    const body = {
      name: "Asha Rao",
      email: "a@example.test",
      message: `<img src=x onerror="alert(1)"> http://x/"onx=`,
    };
    await api.request("POST", "/contact/", { body });
    await api.takeMail("help@acme.test");
    const { text } = await get(linkTo((await get("")).text, "Message from Asha Rao")!);
    expect(text).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(text).toContain(`<a href="http://x/&quot;onx=">`);
  });

  test("is sealed in the database", async () => {
    const rows = await api.shop().db.read.selectFrom("sandbox_mails").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/verify-email|example\.test/);
  });

  test.each([
    ["that can be reached from outside", "public"],
    ["that is no demo", "real"],
  ])("is missing for a brand %s, and keeps none of its mail", async (_case, tenant) => {
    const { email } = await api.signUp({ tenant, isVerified: false });
    await api.takeMail(email, tenant);
    expect((await get("", tenant)).status).toBe(404);
    expect(await api.shop(tenant).db.read.selectFrom("sandbox_mails").selectAll().execute()).toEqual([]);
  });

  test.each(["?mail=none", "?mail=%00", "?mail=a&mail=b", `?mail=${"x".repeat(2000)}`])(
    "does not exist at %.20s",
    async (path) => {
      expect([400, 404]).toContain((await get(path)).status);
    },
  );
});
