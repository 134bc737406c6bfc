import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SAMPLE_MAILS } from "../../../api/brand/sample-mails.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe("the mails that a draft makes", () => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi("sqlite", DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  async function draft(mail: string, branding: object = {}) {
    const { files } = (await desk.get("/brand")).body;
    return { mail, tenant: { ...files.tenant, branding: { ...files.tenant.branding, ...branding } } };
  }

  test("the code for a new password is the very mail that a shopper gets", async () => {
    const { email } = await api.signUp();
    await api.request("POST", "/user/forgot/", { body: { username: email } });
    const real = await api.takeMail(email);
    const [code] = /^[0-9A-Z]{4}$/m.exec(real.text)!;
    const { body } = await desk.post("/brand/mail", await draft("reset-code"));
    const like = (text: string) => text.replaceAll("7KXM", code).replaceAll("Hello Asha", "Hello Asha Rao");
    expect([body.subject, like(body.text), like(body.html)]).toEqual([real.subject, real.text, real.html]);
  });

  test.each(SAMPLE_MAILS)("%s has the draft's name and colours, and the brand's own card", async (mail) => {
    const body = await draft(mail, { organization_name: "Draft & Sons", primary_color: "#654321" });
    const { status, body: made } = await desk.post("/brand/mail", body);
    expect(status).toBe(200);
    expect(made.from).toBe("Draft & Sons <help@acme.test>");
    expect(made.text).toContain("Draft & Sons");
    expect(made.html).toContain("Draft &amp; Sons");
    expect(made.html).toContain("#654321");
    if (mail === "vouchers" || mail === "gift") expect(made.subject).toContain("Crust Court");
    for (const [, address] of made.html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(address).toMatch(/^https:\/\/acme\.localhost\//);
  });

  test("a draft that names another brand and its hostname gets this brand's links", async () => {
    const body = await draft("gift");
    const tenant = {
      ...body.tenant,
      id: "globex",
      hostnames: ["globex.localhost"],
      origin: "https://globex.localhost",
    };
    const { body: made } = await desk.post("/brand/mail", { ...body, tenant });
    expect(made.origin).toBe("https://acme.localhost");
    expect(made.html).not.toContain("globex");
  });

  test("no mail is made from a draft that could be no brand, or of another kind, and none is sent", async () => {
    const before = (await desk.everyAct()).length;
    expect((await desk.post("/brand/mail", await draft("gift", { primary_color: "red" }))).status).toBe(400);
    expect((await desk.post("/brand/mail", await draft("stock-low"))).status).toBe(400);
    await desk.post("/brand/mail", await draft("vouchers"));
    expect(await api.hasMail("asha@shopper.example")).toBe(false);
    expect((await desk.everyAct()).length).toBe(before);
  });
});
