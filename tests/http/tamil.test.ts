import { expect, test } from "vitest";

import { readManifest, readTexts } from "../../config/language/load-languages.ts";
import { checkLanguage } from "../../scripts/messages/check.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// A language from outside of the project, which has texts of some areas.

const TAMIL = "tests/languages/ta";
const branding = { organization_name: "Maple", email: "care@maple.example" };
const shop = useShop(() => ({
  tenants: { maple: { branding, languages: ["en", "ta"] } },
  env: { LANGUAGES_DIR: "tests/languages" },
}));

const open = (path: string) => new TextBrowser().open(shop().url("maple", path));

test("has each text of its areas", () => {
  const { areas } = readManifest(TAMIL);
  expect(checkLanguage(readTexts("config/languages/en"), { code: "ta", areas, texts: readTexts(TAMIL) })).toEqual([]);
});

test("frames the page, whose other areas are in English", async () => {
  const page = await open("/help-center?lang=ta");
  expect(page.answer.text).toContain('<html lang="ta-IN"');
  expect(page.links()).toEqual(expect.arrayContaining(["முகப்பு", "உதவி மையம்", "English"]));
  expect(page.answer.text).toMatch(/<span lang="en">Open /);
});

test("has missing pages in Tamil", async () => {
  expect((await open("/nothing?lang=ta")).heading).toBe("அந்தப் பக்கம் கிடைக்கவில்லை");
});
