import { expect, test } from "vitest";

import { createPasswords } from "../../../../api/domain/passwords.ts";

const NET = "203.0.113.9";
const takeTurn = <T>(_net: string, hash: () => Promise<T>) => hash();

/** Passwords whose hashes cost nothing, and what each of them would have cost. */
function createCounted() {
  const costs: string[] = [];
  const passwords = createPasswords({
    async derive(password, salt, cost) {
      costs.push(JSON.stringify(cost));
      return Buffer.alloc(cost.tagLength, `${password} ${salt.toString("hex")}`);
    },
    takeTurn,
  });
  return { passwords, takeCosts: () => costs.splice(0) };
}

test("hashes once for an unknown name as for a known one, over 200 samples [AUTH-03]", async () => {
  const { passwords, takeCosts } = createCounted();
  const stored = await passwords.hash("Monsoon@2026", NET);
  const [dear] = takeCosts();
  for (let sample = 0; sample < 200; sample++) {
    expect(await passwords.verify(stored, `Wrong@${sample}`, NET)).toBe("wrong");
    expect(takeCosts()).toEqual([dear]);
    expect(await passwords.verify(undefined, `Wrong@${sample}`, NET)).toBe("wrong");
    expect(takeCosts()).toEqual([dear]);
  }
  expect(await passwords.verify(stored, "Monsoon@2026", NET)).toBe("right");
});

test("refuses every password for an account that does not exist", async () => {
  const passwords = createPasswords({
    derive: async (_password, _salt, { tagLength }) => Buffer.alloc(tagLength),
    takeTurn,
  });
  expect(await passwords.verify(undefined, "whatever", NET)).toBe("wrong");
});

const PASSWORD = "Dvořák@ﬁne1";

test.each(["NFC", "NFD", "NFKC", "NFKD"])("takes a password in the form %s of another device", async (form) => {
  const { passwords } = createCounted();
  const stored = await passwords.hash(PASSWORD.normalize(form), NET);
  expect(await passwords.verify(stored, PASSWORD, NET)).toBe("right");
  expect(await passwords.verify(stored, ` ${PASSWORD}`, NET)).toBe("wrong");
});

test("takes a password that an earlier version hashed as it was typed, and has it hashed again", async () => {
  const { passwords } = createCounted();
  const derived = Buffer.alloc(32, `${PASSWORD} ${Buffer.alloc(16).toString("hex")}`);
  const stored = `$argon2id$v=19$m=19456,t=2,p=1$${Buffer.alloc(16).toString("base64")}$${derived.toString("base64")}`;
  expect(await passwords.verify(stored, PASSWORD, NET)).toBe("outdated");
  expect(await passwords.verify(stored, PASSWORD.normalize("NFKC"), NET)).toBe("wrong");
});

test("hashes as often for an unknown name, if a password has several forms", async () => {
  const { passwords, takeCosts } = createCounted();
  const stored = await passwords.hash("Monsoon@2026", NET);
  takeCosts();
  await passwords.verify(stored, PASSWORD, NET);
  const known = takeCosts();
  await passwords.verify(undefined, PASSWORD, NET);
  expect(takeCosts()).toEqual(known);
});
