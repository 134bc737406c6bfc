import { expect, test } from "vitest";

import { hostOf, loggedNetwork } from "../../../config/typed/ip-address.ts";

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["203.0.113.9:4711", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:0db8:0001:0002::7", "2001:db8:1::/48"],
  ["2001:db8::7", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["unknown", undefined],
  ["", undefined],
])("logs %j as %j", (address, network) => {
  expect(loggedNetwork(address)).toBe(network);
});

test.each([
  ["https://[::1]:8443/", "::1"],
  ["https://[2001:db8::7]/", "2001:db8::7"],
  ["https://gifts.maple.example/", "gifts.maple.example"],
])("the host of %j is %j", (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});
