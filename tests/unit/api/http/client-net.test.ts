import { expect, test } from "vitest";

import { networkOf } from "../../../../config/typed/ip-address.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:4711", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:4711", "203.0.113.9"],
  ["::FFFF:CB00:7109", "203.0.113.9"],
  ["2001:db8:1:2::7", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff:0:0:1", "2001:db8:1:2"],
  ["[2001:db8::1]:4711", "2001:db8:0:0"],
  ["[2001:db8::1]", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  "",
  "unknown",
  "_hidden",
  "203.0.113.9:",
  "203.0.113.999",
  "203.0.113.9:4711:1",
  "[2001:db8::1",
  "a:1",
  "x".repeat(9_000),
])("treats %.30j as the one unknown network, since it is not an address", (text) => {
  expect(networkOf(text)).toBe("unknown");
});
