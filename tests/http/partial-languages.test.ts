import { cpSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { readManifest, readTexts } from "../../config/language/load-languages.ts";
import { plainWordsOfAurora } from "../helpers/languages/aurora-words.ts";
import { PSEUDO, writePseudoLanguage } from "../helpers/languages/pseudo.ts";
import { useAuroraIn } from "../helpers/languages/pseudo-shop.ts";
import { type Screen, SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";
import { type Element, findAll } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// A language without some areas shows these in English. Each text of such a page names its language, for voices and translators.

/** The areas of Tamil in tests/languages. The other language has all but these. */
const TAMIL = readManifest("tests/languages/ta").areas!;
const OTHERS = [...readTexts("config/languages/en").keys()].filter((area) => !TAMIL.includes(area));

const shop = useAuroraIn(["ta", "qpc"], (folder) => {
  cpSync("tests/languages/ta", join(folder, "ta"), { recursive: true });
  const { manifest, letters } = PSEUDO.qpr;
  writePseudoLanguage(join(folder, "qpc"), { ...manifest, areas: OTHERS }, letters);
});

let shoppers: Awaited<ReturnType<typeof prepareShoppers>>;
let plainWords: (text: string) => string[];

beforeAll(async () => {
  shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  plainWords = await plainWordsOfAurora(shop(), ["PIN"]);
});

function open(path: string, as: Screen["as"], language: string): Promise<Page> {
  const browser = new TextBrowser();
  const url = shop().url("aurora", path);
  for (const { name, value } of [...shoppers.cookiesOf(as), { name: "lang", value: language }])
    browser.cookies.of(url).set(name, { name, value, attributes: new Map() });
  return browser.open(url);
}

/** The language that the nearest element names. */
function languageAt(element: Element): string {
  if (element.attribs.lang) return element.attribs.lang;
  return languageAt(element.parent as Element);
}

/** Days are in the page's language. */
const UNREAD = ["script", "style", "template", "time"];

/**
 * The texts that contain no letter of their language. The other language may be that of a value, such as a day in an English text.
 * `own`: a letter of the language of the page.
 */
function findWrong({ tree }: Page, own: RegExp): string[] {
  return findAll(tree, ({ name }) => !UNREAD.includes(name)).flatMap((element) =>
    element.children.flatMap((child) => {
      if (child.type !== "text" || child.data.trim() === "") return [];
      const [isOwn, isPlain] = [own.test(child.data), plainWords(child.data).length > 0];
      const isWrong = languageAt(element) === "en" ? isOwn && !isPlain : isPlain && !isOwn;
      return isWrong ? [`${element.name} ${languageAt(element)}: ${child.data}`] : [];
    }),
  );
}

describe.each([
  ["ta", "ta-IN", /\p{Script=Tamil}/u],
  ["qpc", PSEUDO.qpr.manifest.locale, /\p{Script=Arabic}/u],
] as const)("in %s", (code, locale, own) => {
  test.each(SCREENS)("$name", async ({ path, as }) => {
    const page = await open(shoppers.fillIn(path), as, code);
    expect(page.answer.text).toContain(`<html lang="${locale}"`);
    const query = new URL(page.url).searchParams.get("q");
    expect(findWrong(page, own).filter((found) => query === null || !found.includes(query))).toEqual([]);
  });
});

test.each([
  "catalogue",
  "search",
  "product",
  "login",
  "signup",
  "cart",
  "verify-details",
  "payment",
  "payment-success",
  "order-history",
])("Tamil has all texts of the screen %s", async (name) => {
  const { path, as } = SCREENS.find((screen) => screen.name === name)!;
  const { answer } = await open(shoppers.fillIn(path), as, "ta");
  expect(answer.text.match(/<span lang="en">[^<]*/g)).toBeNull();
});
