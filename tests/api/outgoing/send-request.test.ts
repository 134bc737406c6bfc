import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { AddressRefused, isAllowedAddress, lookupAllowed } from "../../../api/remote/public-address.ts";
import { createSender } from "../../../api/remote/send-request.ts";
import { startEventReceiver } from "../../helpers/backend/event-receiver.ts";

const sender = createSender();
let receiver: Awaited<ReturnType<typeof startEventReceiver>>;
beforeAll(async () => {
  receiver = await startEventReceiver();
});
afterAll(() => {
  sender.close();
  receiver.close();
});

const PRIVATE = [
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "127.0.0.1",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "::ffff:10.0.0.1",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::",
  "2001::1",
  "2001:db8::1",
  "::ffff:7f00:1",
];

test.each(PRIVATE)("%s is not an address of the public internet", (address) => {
  expect(isAllowedAddress(address, { isLoopbackAllowed: false })).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "169.253.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
  "%s is one",
  (address) => {
    expect(isAllowedAddress(address, { isLoopbackAllowed: false })).toBe(true);
  },
);

test("a brand of this machine reaches this machine, and no other private address", () => {
  const allowed = PRIVATE.filter((address) => isAllowedAddress(address, { isLoopbackAllowed: true }));
  expect(allowed).toEqual(["127.0.0.1", "::1", "::ffff:7f00:1"]);
});

test.each(["127.0.0.1", "shop.localhost", "localhost", "2130706433", "[::ffff:127.0.0.1]"])(
  "nothing is sent to %s for a public brand, whatever its name resolves to",
  async (host) => {
    const { port } = new URL(receiver.url);
    const call = { url: `http://${host}:${port}/events`, headers: {}, body: "{}" };
    const { status, answer } = await sender.send({ ...call, isLoopbackAllowed: false });
    expect([status, answer]).toEqual([null, "Not sent: its address is not on the public internet."]);
    expect(receiver.received).toEqual([]);
    if (host.startsWith("[")) return; // the receiver has no IPv6 socket
    expect((await sender.send({ ...call, isLoopbackAllowed: true })).status).toBe(204);
    receiver.received.length = 0;
  },
);

test.each([
  ["public addresses alone", ["8.8.8.8", "2606:4700::1111"], null],
  ["a private address, too", ["8.8.8.8", "10.0.0.1"], new AddressRefused()],
  ["no address", [], new AddressRefused()],
])("a name that leads to %s is connected to, or refused", async (_what, addresses, refusal) => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((...[, , answer]: [string, object, (error: null, found: object[]) => void]) =>
      answer(null, found)) as unknown as typeof dns.lookup);
  syncBuiltinESMExports();
  try {
    const error = await new Promise((resolve) =>
      lookupAllowed({ isLoopbackAllowed: false })("shop.example", { all: true }, resolve),
    );
    expect(error).toEqual(refusal);
  } finally {
    lookup.mockRestore();
    syncBuiltinESMExports();
  }
});

test("an answer that is kept has no signs that turn the text beside it", async () => {
  const { answer } = receiver;
  receiver.answer = (res) => void res.writeHead(500).end("not\u0000 \u202edias\u2069\nहिंदी");
  const call = { url: receiver.url, headers: {}, body: "{}", isLoopbackAllowed: true };
  expect(await sender.send(call)).toMatchObject({ status: 500, answer: "not   dias \nहिंदी" });
  receiver.answer = answer;
  receiver.received.length = 0;
});

test("a sender that is closed sends nothing more", async () => {
  const own = createSender();
  const call = { url: receiver.url, headers: {}, body: "{}", isLoopbackAllowed: true };
  expect((await own.send(call)).status).toBe(204);
  own.close();
  expect(await own.send(call)).toMatchObject({ status: null, answer: "No answer: UND_ERR_CLOSED" });
  expect(receiver.received).toHaveLength(1);
});
