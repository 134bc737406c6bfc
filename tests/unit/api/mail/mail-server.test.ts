import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createMailServer, MailNotTaken } from "../../../../api/mail/server/mail-server.ts";
import { type SmtpManner, SmtpServer } from "../../../helpers/processes/smtp-server.ts";

const message = { from: "care@acme.test", to: "asha@example.test", subject: "Your cards", text: "Code 1" };

describe("the mail server", () => {
  const lines: string[] = [];
  const time = { now: 0 };
  let smtp: SmtpServer;
  let server: ReturnType<typeof createMailServer>;
  let registry: Registry;
  beforeEach(async () => {
    lines.length = 0;
    smtp = await new SmtpServer().start();
    registry = new Registry();
    server = createMailServer(smtp.url, {
      registry,
      log: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
      timeouts: { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 },
      now: () => time.now,
    });
  });
  afterEach(() => smtp.close());

  const sendTimes = async (times: number) => {
    for (let time = 0; time < times; time++) await expect(server.send(message)).rejects.toThrow(MailNotTaken);
  };

  test.each<SmtpManner>(["silent", "busy"])(
    "that is %s gets one attempt every thirty seconds after three failures, until it accepts a mail",
    async (manner) => {
      smtp.manner = manner;
      await sendTimes(2);
      expect([server.mayTry(), server.isDown()]).toEqual([true, false]);
      await sendTimes(1);
      expect([server.mayTry(), server.isDown()]).toEqual([false, true]);
      expect(await registry.metrics()).toContain("awning_mail_server_circuit_open 1\n");
      await sendTimes(1);
      expect(smtp.connections).toBe(3);

      time.now += 30_000;
      expect(server.mayTry()).toBe(true);
      await Promise.all([sendTimes(1), sendTimes(1)]);
      expect(smtp.connections).toBe(4);
      expect(server.mayTry()).toBe(false);

      smtp.manner = "take";
      time.now += 30_000;
      await server.send(message);
      await server.send(message);
      expect([server.mayTry(), server.isDown()]).toEqual([true, false]);
      expect(await registry.metrics()).toMatch(/_circuit_open 0\n/);
      expect(await registry.metrics()).toContain('awning_mails_total{outcome="taken"} 2\n');
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        "the mail server fails: mail waits; one try every 30 s",
        "the mail server accepts mail again",
      ]);
    },
  );

  test("still gets mail after it refuses single recipients, and the logged reason names nobody", async () => {
    smtp.manner = "refuse";
    await sendTimes(5);
    expect([server.mayTry(), server.isDown()]).toEqual([true, false]);
    const error = await server.send(message).catch((error: Error) => error);
    expect(error).toMatchObject({ message: "the mail server did not accept it: EENVELOPE 550" });
    expect(pino.stdSerializers.err(error as Error)).not.toHaveProperty("rejected");
    expect(JSON.stringify(pino.stdSerializers.err(error as Error))).not.toContain("asha");
  });
});
