import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("the ids of requests on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const signUp = (id: string, key = FORWARD_KEY) =>
    api.request("POST", "/user/signup/", {
      body: { username: "Asha Rao", email: `${id}@example.test`, password: PASSWORD, phone: "0000000000" },
      headers: { "x-request-id": id, "x-awning-key": key },
    });

  test("stay apart where many requests share a commit, and go with the mail that each causes", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `request-${index}`);
    await Promise.all(ids.map((id) => signUp(id)));
    await Promise.all(ids.map((id) => api.takeMail(`${id}@example.test`)));
    const { db } = api.shop();
    const mails = await db.read.selectFrom("outbox").select(["id", "request_id"]).execute();
    expect(mails.map(({ request_id }) => request_id).sort()).toEqual(ids);

    const sent = api.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "mail sent");
    for (const { id } of mails) expect(sent.some(({ messageId }) => messageId === id)).toBe(true);
    for (const { messageId, reqId } of sent) expect(reqId).toBe(mails.find(({ id }) => id === messageId)?.request_id);
  });

  test("are accepted from the storefront only", async () => {
    expect((await signUp("request-forged", "another-key-of-the-tests")).status).toBe(201);
    expect(api.logged.join()).not.toContain('"request-forged"');
  });
});
