import type { Socket } from "node:net";

import { expect, test } from "vitest";

import { isFromPrivateNetwork, isFromThisMachine } from "../../../../app/tenant/nearness.server.ts";

const from = (remoteAddress: string | undefined, headers = {}) => ({ socket: { remoteAddress } as Socket, headers });

test.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])("treats %s as this machine", (address) => {
  expect([isFromThisMachine(from(address)), isFromPrivateNetwork(from(address))]).toEqual([true, true]);
});

test.each(["172.17.0.1", "10.0.0.7", "192.168.1.2", "169.254.1.1", "::ffff:172.17.0.1", "fd00::1", "fe80::1"])(
  "treats %s as another machine on a nearby network",
  (address) => {
    expect([isFromThisMachine(from(address)), isFromPrivateNetwork(from(address))]).toEqual([false, true]);
  },
);

test.each(["126.0.0.1", "128.0.0.1", "9.255.255.255", "172.15.0.1", "192.167.0.1", "192.0.2.1", "169.253.0.1"])(
  "treats %s as the open internet, although a private range is next to it",
  (address) => {
    expect([isFromThisMachine(from(address)), isFromPrivateNetwork(from(address))]).toEqual([false, false]);
  },
);

test.each(["fb00::1", "fe00::1", "fec0::1", "::2"])("treats %s as the open internet", (address) => {
  expect([isFromThisMachine(from(address)), isFromPrivateNetwork(from(address))]).toEqual([false, false]);
});

test.each(["8.8.8.8", "172.32.0.1", "11.0.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "", "nonsense", undefined])(
  "treats %j as neither this machine nor a nearby network",
  (address) => {
    expect([isFromThisMachine(from(address)), isFromPrivateNetwork(from(address))]).toEqual([false, false]);
  },
);

test.each([
  [{ "x-forwarded-for": "127.0.0.1" }, true],
  [{ "x-forwarded-for": "127.0.0.1, ::1" }, true],
  [{ "x-forwarded-for": "203.0.113.9" }, false],
  [{ "x-forwarded-for": "127.0.0.1, 203.0.113.9" }, false],
  [{ "x-forwarded-for": "127.0.0.1:4711" }, false],
  [{ "x-forwarded-for": "unknown" }, false],
  [{ "x-real-ip": "127.0.0.1" }, false],
  [{ forwarded: "for=127.0.0.1" }, false],
])("a loopback peer that sends %j speaks for this machine: %j", (headers, isNear) => {
  expect(isFromThisMachine(from("127.0.0.1", headers))).toBe(isNear);
});

test.each([
  ["203.0.113.9", false],
  ["203.0.113.9:4711, 10.0.0.2", false],
  ["10.0.0.2, 2606:4700::1111", false],
  ["192.168.1.2, 172.17.0.1", true],
  ["unknown", true],
])("of a nearby peer whose proxies name %s: %j", (forwardedFor, isNear) => {
  expect(isFromPrivateNetwork(from("172.17.0.1", { "x-forwarded-for": forwardedFor }))).toBe(isNear);
});
