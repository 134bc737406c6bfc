import { expect, test } from "vitest";

import { PROOF_FIELD } from "#app/session/proof-field.ts";
import { readForm } from "#console/base/form.ts";

test("reads the fields that a person fills in, and not the one that the server adds for text browsers", () => {
  const form = new FormData();
  form.set("name", "main");
  form.set("billing.city", "Pune");
  form.set("picture", new File(["x"], "x.png"));
  form.set(PROOF_FIELD, "abc");
  expect(readForm(form)).toEqual({ name: "main", "billing.city": "Pune" });
});
