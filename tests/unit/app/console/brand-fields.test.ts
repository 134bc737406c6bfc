import { expect, test } from "vitest";

import { applyForm, type BrandField } from "#app/console/brand/fields.ts";

test("a page that ends in a line break is unchanged when its form is sent as it was shown", () => {
  const field: BrandField = { path: "pages.privacy", label: "Text", kind: "lines" };
  const files = { tenant: {}, pages: { privacy: "# Privacy\n\nOurs.\n" } };
  const form = new FormData();
  form.set("pages.privacy", "# Privacy\r\n\r\nOurs.\r\n");
  expect(applyForm(files, [field], form)).toEqual(files);
  form.set("pages.privacy", "# Privacy\r\n\r\nYours.");
  expect(applyForm(files, [field], form).pages).toEqual({ privacy: "# Privacy\n\nYours." });
});
