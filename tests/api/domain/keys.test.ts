import { expect, test } from "vitest";

import { createHashThreads } from "../../../api/accounts/hash-threads.ts";
import { createTenantKeys, parseDataKeys } from "../../../api/domain/keys.ts";
import { createPasswords } from "../../../api/domain/passwords.ts";
import { signAccessToken, verifyAccessToken } from "../../../api/domain/tokens.ts";
import { networkOf } from "../../../config/typed/ip-address.ts";

const base64 = (fill: number, length = 32) => Buffer.alloc(length, fill).toString("base64");
const claims = { tenantId: "acme", userId: "u", sessionId: "s", expiresAt: 1000 };

test("reads DATA_KEY as one key, or as a list whose first is current", () => {
  expect(parseDataKeys(base64(1))).toEqual([{ id: "1", bytes: Buffer.alloc(32, 1) }]);
  const keys = parseDataKeys(`new:${base64(2)}, 1:${base64(1)}`);
  expect(keys.map(({ id }) => id)).toEqual(["new", "1"]);
});

test.each(["", base64(1, 31), `a:${base64(1)},a:${base64(2)}`, `a b:${base64(1)}`, `:${base64(1)}`])(
  "refuses DATA_KEY %j without repeating it",
  (value) => {
    expect(() => parseDataKeys(value)).toThrow(/^(?!.*AQEB)/);
  },
);

test("derives keys that differ by tenant, purpose and id, and are the same each time", () => {
  const dataKeys = parseDataKeys(`b:${base64(2)},a:${base64(1)}`);
  const [acme, globex] = [createTenantKeys(dataKeys, "acme"), createTenantKeys(dataKeys, "globex")];
  const keys = [
    acme.current("voucher"),
    acme.current("access-token"),
    acme.find("voucher", "a")!,
    globex.current("voucher"),
  ];
  expect(new Set(keys.map(({ secret }) => secret.export().toString("hex"))).size).toBe(4);
  expect(createTenantKeys(dataKeys, "acme").current("voucher").secret.equals(keys[0]!.secret)).toBe(true);
  expect(acme.find("voucher", "c")).toBeUndefined();
});

test("accepts a token for its own tenant only, even under the same key [TEN-01]", () => {
  const keys = createTenantKeys(parseDataKeys(base64(1)), "acme");
  const token = signAccessToken(claims, keys);
  expect(verifyAccessToken(token, "acme", keys, 999)).toEqual(claims);
  expect(verifyAccessToken(token, "globex", keys, 999)).toBeUndefined();
  expect(verifyAccessToken(token, "acme", keys, 1000)).toBeUndefined();
  const others = createTenantKeys(parseDataKeys(base64(1)), "globex");
  expect(verifyAccessToken(token, "acme", others, 999)).toBeUndefined();
});

test("refuses a signature with other letters without an error [AUTH-05]", () => {
  const keys = createTenantKeys([{ id: "1", bytes: Buffer.alloc(32, 1) }], "acme");
  const claims = { tenantId: "acme", userId: "u", sessionId: "s", expiresAt: 2 };
  const token = signAccessToken(claims, keys);
  expect(verifyAccessToken(token, "acme", keys, 1)).toEqual(claims);
  expect(verifyAccessToken(token.slice(0, -1) + "\u00e9", "acme", keys, 1)).toBeUndefined();
});

test("accepts a token signed by an older key while DATA_KEY lists that key", () => {
  const token = signAccessToken(claims, createTenantKeys(parseDataKeys(`old:${base64(1)}`), "acme"));
  const rotated = createTenantKeys(parseDataKeys(`new:${base64(2)},old:${base64(1)}`), "acme");
  expect(verifyAccessToken(token, "acme", rotated, 0)).toEqual(claims);
  const later = createTenantKeys(parseDataKeys(`new:${base64(2)}`), "acme");
  expect(verifyAccessToken(token, "acme", later, 0)).toBeUndefined();
});

test("makes different hashes of one password, and each verifies only it [AUTH-05]", async () => {
  const passwords = createPasswords({ derive: createHashThreads(2), takeTurn: (_net, hash) => hash() });
  const [first, second] = await Promise.all([passwords.hash("Monsoon@2026", ""), passwords.hash("Monsoon@2026", "")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify(first, "Monsoon@2026", "")).toBe("right");
  expect(await passwords.verify(first, "monsoon@2026", "")).toBe("wrong");
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("the network of %s is %s [AUTH-06]", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
