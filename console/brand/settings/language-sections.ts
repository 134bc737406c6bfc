import { languages } from "../../../config/language/current.ts";
import { englishName } from "../../../config/language/english-name.ts";
import { SECTION_TITLES } from "../../base/section-titles.ts";
import type { BrandField } from "./fields.ts";
import type { Section } from "./section.ts";
import { TEXT_PLACES } from "./text-places.ts";

const PAGES = {
  "terms-conditions": SECTION_TITLES.terms,
  privacy: SECTION_TITLES.privacy,
  cookies: SECTION_TITLES.cookies,
  "about-us": SECTION_TITLES.about,
  "help-center": SECTION_TITLES.help,
};

/** The sections for the texts of a brand in a language that is not its first. */
function sectionsIn(code: string): [string, Section][] {
  const { name } = languages.get(code)!;
  const language = `${englishName(code)} (${name})`;
  const inLanguage = (field: BrandField): BrandField => ({ ...field, language: code });
  const branding = (path: string, label: string, kind?: "lines") =>
    inLanguage({ path: `translations.${code}.branding.${path}`, label, kind });
  const texts: Section = {
    title: `Names and texts in ${language}`,
    about: "Empty names: those in the shop's first language. Empty texts: those that the field shows.",
    page: "about",
    language: code,
    fields: [
      branding("organization_name", "Name"),
      branding("product_name", "Name of the shop"),
      branding("address", "Postal address"),
      branding("about_us.title", "Title of About us"),
      branding("about_us.content", "About us", "lines"),
      ...Object.entries(TEXT_PLACES).map(([text, label]) =>
        inLanguage({ path: `translations.${code}.texts.${text}`, label }),
      ),
    ],
  };
  const pages: Section = {
    title: `Pages in ${language}`,
    about: "Markdown. Empty: your page in the shop's first language, else the shop's own text.",
    page: "terms",
    language: code,
    fields: Object.entries(PAGES).map(([page, label]) =>
      inLanguage({ path: `pages.${code}/${page}`, label, kind: "lines" }),
    ),
  };
  return [
    [`texts-${code}`, texts],
    [`pages-${code}`, pages],
  ];
}

/** For all languages of this installation. A brand shows those of its languages. */
export const LANGUAGE_SECTIONS: Record<string, Section> = Object.fromEntries([...languages.keys()].flatMap(sectionsIn));

const codes = [...languages].map(([code, { name }]) => `${code} (${name})`).join(", ");

export const LANGUAGES_FIELD: BrandField = {
  path: "languages",
  label: "Languages, the first one first",
  kind: "list",
  hint: `The codes with commas. The first is for visitors whose browser accepts none of them, and your names and texts are in it: choose it before you write them. This shop can speak ${codes}.`,
};
