import { describe, expect, test } from "vitest";

import { mergeForm, readUntouched, toSeen } from "#console/brand/merge-form.server.ts";
import { applyValues, type BrandField, typedIn } from "#console/brand/settings/fields.ts";
import { narrow } from "#console/table/both-changes.tsx";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test("a page that ends in a line break is unchanged when its form is sent unedited", () => {
  const field: BrandField = { path: "pages.privacy", label: "Text", kind: "lines" };
  const files = { tenant: {}, pages: { privacy: "# Privacy\n\nOurs.\n" } };
  const send = (text: string) => applyValues(files, [field], [typedIn(formOf({ "pages.privacy": text }), field)]);
  expect(send("# Privacy\r\n\r\nOurs.\r\n")).toEqual(files);
  expect(send("# Privacy\r\n\r\nYours.").pages).toEqual({ privacy: "# Privacy\n\nYours." });
});

describe("a form that was open while somebody else saved", () => {
  const fields: BrandField[] = [
    { path: "branding.phone", label: "Phone" },
    { path: "branding.address", label: "Address" },
    { path: "features.gift", label: "Gifts", kind: "tick" },
  ];
  const filesOf = (phone: string, address: string, gift = true) => ({
    tenant: { branding: { phone, address }, features: { gift } },
    pages: {},
  });
  const seen = toSeen(fields, readUntouched(filesOf("1", "Old"), fields));
  const typed = (phone: string, address: string) =>
    formOf({ seen, "branding.phone": phone, "branding.address": address, "features.gift": "on" });

  test("keeps the other member's change of a field that it does not change", () => {
    const merged = mergeForm(filesOf("1", "Theirs", false), fields, typed("2", "Old"));
    expect(merged).toMatchObject({ files: filesOf("2", "Theirs", false), conflicts: [] });
  });

  test("does not replace the other member's change before it has shown that change", () => {
    const { conflicts, saved } = mergeForm(filesOf("1", "Theirs"), fields, typed("2", "Mine"));
    expect(conflicts).toEqual([{ label: "Address", typed: "Mine", saved: "Theirs" }]);
    const again = typed("2", "Mine");
    again.set("seen", toSeen(fields, saved));
    expect(mergeForm(filesOf("1", "Theirs"), fields, again)).toMatchObject({
      files: filesOf("2", "Mine"),
      conflicts: [],
    });
  });

  test("accepts an identical change, and reports a conflict if the form lacks its shown values", () => {
    expect(mergeForm(filesOf("1", "Mine"), fields, typed("1", "Mine")).conflicts).toEqual([]);
    const blank = typed("2", "Old");
    blank.delete("seen");
    expect(mergeForm(filesOf("1", "Old"), fields, blank).conflicts).toEqual([
      { label: "Phone", typed: "2", saved: "1" },
    ]);
  });
});

test("long texts are shown around the difference", () => {
  const [head, tail] = ["a".repeat(500), "z".repeat(500)];
  const both = narrow(`${head}mine${tail}`, `${head}theirs${tail}`);
  expect(both.typed).toBe(`…${"a".repeat(100)}mine${"z".repeat(100)}…`);
  expect(narrow("same start", "same")).toEqual({ typed: "same start", saved: "same" });
});
