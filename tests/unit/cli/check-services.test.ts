import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { afterAll, expect, test } from "vitest";

import { checkServices } from "../../../cli/check/check-services.ts";
import { freePort } from "../../helpers/http/free-port.ts";
import { SmtpServer } from "../../helpers/processes/smtp-server.ts";

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

/** The host and port of a server that takes every connection and does `talk` with it. */
async function listen(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // who asked has gone
    talk(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => (server.close(), sockets.forEach((socket) => socket.destroy())));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SERVICES = [
  ["SMTP_URL", "smtp"],
  ["REDIS_URL", "redis"],
] as const;

test.each(SERVICES)("%s: reports that nobody listens there", async (field, scheme) => {
  const host = `127.0.0.1:${await freePort()}`;
  const findings = await checkServices({ [field]: `${scheme}://user:secret-word@${host}` });
  expect(findings).toEqual([{ file: "environment", field, reason: expect.stringContaining("ECONNREFUSED") }]);
  expect(findings[0]!.reason).toContain(`${host} cannot be used: `);
  expect(JSON.stringify(findings)).not.toContain("secret-word");
});

test.each(SERVICES)("%s: gives up on a silent server", async (field, scheme) => {
  const host = await listen(() => {});
  const [finding] = await checkServices({ [field]: `${scheme}://${host}` }, 100);
  expect(finding).toMatchObject({ field, reason: expect.stringContaining(`${host} cannot be used: `) });
});

test.each(SERVICES)("%s: does not accept another kind of server", async (field, scheme) => {
  const host = await listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  expect(await checkServices({ [field]: `${scheme}://${host}` }, 1_000)).toMatchObject([{ field }]);
});

test.each([
  ["smtp://user:secret-word@mail.invalid", 1],
  ["smtps://user:secret-word@mail.invalid", 0],
  ["smtp://mail.invalid", 0],
  ["smtp://user:secret-word@127.0.0.1:1", 0],
])("%s: notes a password that could cross the network in clear: %i", async (url, count) => {
  const remarks = (await checkServices({ SMTP_URL: url }, 100)).filter(({ isRemark }) => isRemark === true);
  expect(remarks.map(({ field }) => field)).toEqual(Array(count).fill("SMTP_URL"));
  expect(JSON.stringify(remarks)).not.toContain("secret-word");
});

test("reports neither servers that answer nor those that are not set", async () => {
  const smtp = await new SmtpServer().start();
  closers.push(() => void smtp.close());
  // In Redis' protocol each command begins with the number of its words.
  const redis = await listen((socket) =>
    socket.on("data", (chunk) => socket.write("+OK\r\n".repeat(chunk.toString().match(/^\*\d+/gm)?.length ?? 0))),
  );
  expect(await checkServices({ SMTP_URL: smtp.url, REDIS_URL: `redis://${redis}` })).toEqual([]);
  expect(smtp.received).toBe("");
  expect(await checkServices({})).toEqual([]);
});
