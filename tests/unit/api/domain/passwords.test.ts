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
