import { expect, test } from "vitest";

import { maskEmail, maskName, maskPhone } from "../../../../api/domain/mask.ts";

test("masks people's data, also what is too short to mask", () => {
  expect(maskEmail("asha@example.test")).toBe("a…@example.test");
  expect([maskEmail("@x"), maskEmail("")]).toEqual(["…", "…"]);
  expect([maskName("Asha Rao"), maskName("")]).toEqual(["A…", "…"]);
  expect(maskPhone("9876543210")).toBe("…210");
});
