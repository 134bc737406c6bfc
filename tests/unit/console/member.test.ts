import { expect, test } from "vitest";

import { brandIn, brandWith } from "#console/base/member.ts";

const acme = { id: "acme", name: "Acme", permissions: ["orders.read"] };
const me = {
  email: "a@staff.test",
  name: "Asha",
  everywhere: [],
  brands: [acme],
  roles: [],
  has_app: true,
  has_passkeys: false,
};
const NOT_FOUND = expect.objectContaining({ init: { status: 404 } });

test("a brand that the member may not see is not found, and neither is a page that their role does not include", () => {
  expect(brandIn(me, "acme")).toBe(acme);
  expect(brandWith(me, "acme", "orders.read")).toBe(acme);
  for (const ask of [() => brandIn(me, "globex"), () => brandWith(me, "globex", "orders.read")])
    expect(ask).toThrow(NOT_FOUND);
  expect(() => brandWith(me, "acme", "stock.edit")).toThrow(NOT_FOUND);
});
