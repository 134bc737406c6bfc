import { createCookie } from "react-router";
import { expect, test } from "vitest";

import { signWith } from "#app/session/sign.server.ts";

const [older, newer, other] = ["an-older-secret", "a-newer-secret", "somebody-else's"];
const TEXTS = ["x", "₹ 500 for Meera 🎁", "~~~???>>>"];

/** The Cookie header of a browser that took this Set-Cookie line. */
const headerOf = (line: string) => line.split(";", 1)[0]!;

// During an upgrade, programs of both versions read a browser's cookies.
test.each(TEXTS)("signs exactly as React Router does: %s [SES-08]", async (text) => {
  const ours = createCookie("a", signWith([newer]));
  const theirs = createCookie("a", { secrets: [newer] });
  expect(await ours.serialize(text)).toBe(await theirs.serialize(text));
  expect(await ours.parse(headerOf(await theirs.serialize(text)))).toBe(text);
  expect(await ours.serialize("")).toBe(await theirs.serialize(""));
});

test("reads what an older secret signed, and nothing that an unknown one did [SES-08]", async () => {
  const header = headerOf(await createCookie("a", signWith([older])).serialize("hello"));
  expect(await createCookie("a", signWith([newer, older])).parse(header)).toBe("hello");
  expect(await createCookie("a", signWith([newer, other])).parse(header)).toBe("");
});

test("reads nothing after a change, a cut, or from made-up text [SES-08]", async () => {
  const cookie = createCookie("a", signWith([newer, older]));
  const header = headerOf(await cookie.serialize("~~~???>>>"));
  for (let at = 2; at < header.length; at++) {
    expect(await cookie.parse(header.slice(0, at))).toBe("");
    expect(await cookie.parse(`${header.slice(0, at)}${header[at] === "x" ? "y" : "x"}${header.slice(at + 1)}`)).toBe(
      "",
    );
  }
  const unsigned = headerOf(await createCookie("a").serialize("hello"));
  for (const end of ["", ".", "%", ".%", "%E0%A4%A", "%ff", ".undefined", ".null"])
    expect(await cookie.parse(unsigned + end)).toBe("");
});
