import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";

import { parseEnv } from "../../../../api/base/env.ts";
import { createStaffMail } from "../../../../api/staff/staff-mail.ts";

const LETTER = {
  to: "asha@staff.test",
  subject: "A link",
  text: "Join <here>:\nhttps://console.test/invitation/abc\n\nBye",
};
const log = pino({ level: "silent" });

afterEach(() => void vi.useRealTimers());

test("A mail to the staff has a sender, and its addresses as links", async () => {
  const sent: object[] = [];
  const server = { mayTry: () => true, send: async (message: object) => void sent.push(message) };
  const mail = createStaffMail(server, "console@maple.test", log);
  expect(await mail.send(LETTER)).toBe(true);
  expect(sent).toEqual([
    expect.objectContaining({
      from: { name: "Awning", address: "console@maple.test" },
      to: LETTER.to,
      text: LETTER.text,
      html:
        '<p>Join &lt;here&gt;:<br><a href="https://console.test/invitation/abc">https://console.test/invitation/abc</a></p>\n' +
        "<p>Bye</p>",
      messageId: expect.stringMatching(/^<\S+@maple\.test>$/),
    }),
  ]);
});

test("A mail that the server refuses, or does not take in time, counts as not sent", async () => {
  const refusing = createStaffMail(
    { mayTry: () => true, send: () => Promise.reject(new Error("no")) },
    "a@b.test",
    log,
  );
  expect(await refusing.send(LETTER)).toBe(false);
  refusing.tell([LETTER]);
  await refusing.settle();
  const spared = createStaffMail({ mayTry: () => false, send: async () => {} }, "a@b.test", log);
  expect(await spared.send(LETTER)).toBe(false);
  vi.useFakeTimers();
  const silent = createStaffMail({ mayTry: () => true, send: () => new Promise(() => {}) }, "a@b.test", log);
  const sending = silent.send(LETTER);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await sending).toBe(false);
});

test("STAFF_MAIL_FROM needs a mail server and the console's hostname", () => {
  const mail = { STAFF_MAIL_FROM: "console@maple.test" };
  expect(parseEnv(mail)).toEqual({
    problems: [
      { field: "STAFF_MAIL_FROM", reason: "needs SMTP_URL" },
      { field: "STAFF_MAIL_FROM", reason: "needs CONSOLE_HOSTNAME" },
    ],
  });
  const all = { ...mail, SMTP_URL: "smtps://mail.maple.test", CONSOLE_HOSTNAME: "console.maple.test" };
  expect(parseEnv(all)).toMatchObject({ env: mail });
  expect(parseEnv({ ...all, STAFF_MAIL_FROM: "nobody" })).toEqual({
    problems: [{ field: "STAFF_MAIL_FROM", reason: "must be an e-mail address" }],
  });
});
