import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { brandStylesheet, createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { inLanguage, languages } from "../../../../config/language/current.ts";

const FOLDER = "app/fonts/";
const FAMILIES = { grotesk: "Figtree", serif: "Fraunces", sans: "Public Sans" };
const tenantWith = (branding: object) => TenantSchema.parse({ id: "acme", hostnames: ["acme.example"], branding });
const cssOf = (branding: object) => brandStylesheet(tenantWith(branding), null).css;

test("keeps every font small and compressed, with its licence", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".woff2"));
  expect(files).toHaveLength(8);
  for (const file of files) {
    const bytes = readFileSync(FOLDER + file);
    expect(bytes.toString("latin1", 0, 4)).toBe("wOF2");
    const most = file.includes("devanagari") ? 60 : 40;
    expect([file, bytes.length <= most * 1024]).toEqual([file, true]);
    const licence = readFileSync(`${FOLDER}${file.replace(/(-rupee)?\.woff2$/, "")}.LICENSE.txt`, "utf8");
    expect(licence).toContain("SIL Open Font License");
  }
});

test.each(Object.entries(FAMILIES))("%s: the style sheet lists its own faces only", (font, family) => {
  const css = cssOf({ font });
  const families = [...css.matchAll(/@font-face\{font-family:"([^"]+)"/g)].map(([, name]) => name!);
  const text = font === "serif" ? "Figtree" : family;
  expect(families.filter((name) => !name.startsWith(family) && !name.startsWith(text))).toEqual([]);
  expect(css).toMatch(new RegExp(`--font-display:"${family}","${family} \\w+"`));
  expect(css).toMatch(new RegExp(`--font-text:"${text}","${text} \\w+"`));
  expect(createBrand(tenantWith({ font }), null).fontUrls).toEqual([
    expect.stringContaining(text.toLowerCase().replace(" ", "-")),
  ]);
});

test("pages in Hindi also begin with the font for Devanagari", () => {
  const urlsOf = (code: string, font?: string) =>
    inLanguage(languages.get(code)!, () => createBrand(tenantWith({ font }), null).fontUrls);
  expect(urlsOf("hi", "serif")).toEqual([...urlsOf("en", "serif"), expect.stringContaining("noto-sans-devanagari")]);
  expect(urlsOf("hi")).toEqual([]);
});

test("keeps the rupee sign in a separate file, and a device font takes the same room for both", () => {
  const faces = cssOf({ font: "sans" })
    .split("\n")
    .filter((line) => line.startsWith("@font-face"));
  expect(faces.every((face) => face.includes("font-display:swap"))).toBe(true);
  expect(faces.filter((face) => face.includes("url(")).map((face) => /unicode-range:([^;}]+)/.exec(face)?.[1])).toEqual(
    [expect.stringMatching(/^U\+20-7E,(?!.*20B9)/), "U+20B9", expect.stringMatching(/^U\+900-903,(?!.*20B9)/)],
  );
  const standIns = faces.filter((face) => face.includes("local("));
  expect(standIns.length).toBeGreaterThan(1);
  for (const face of standIns) {
    expect(face).toMatch(/size-adjust:(9\d|1[01]\d)\.\d\d%/);
    expect(face).toMatch(/ascent-override:[\d.]+%;descent-override:[\d.]+%;line-gap-override:[\d.]+%/);
  }
});

test.each([
  ["sharp", "4px"],
  ["soft", "10px"],
  ["round", "16px"],
])("sets %s corners", (corners, radius) => {
  expect(cssOf({ corners })).toContain(`--corner:${radius}`);
});

test("loads no font for a brand that chooses none, and changes the style sheet's address with the choice", () => {
  expect(cssOf({})).not.toContain("@font-face");
  expect(cssOf({})).toContain("--corner:10px");
  expect(createBrand(tenantWith({}), null).fontUrls).toEqual([]);
  const urls = [{}, { font: "sans" }, { font: "serif" }, { corners: "round" }].map(
    (branding) => createBrand(tenantWith(branding), null).stylesheetUrl,
  );
  expect(new Set(urls).size).toBe(4);
});
