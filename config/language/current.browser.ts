import payment from "../languages/en/payment.json?compiled";
import ui from "../languages/en/ui.json?compiled";
import type { Language } from "./language.ts";
import { PAGE_LANGUAGE_ID, type PageLanguage } from "./page-messages.ts";

const byId = (area: string, messages: PageLanguage["messages"]) =>
  Object.entries(messages).map(([key, message]) => [`${area}.${key}`, message] as const);

const english: PageLanguage = {
  code: "en",
  locale: "en-IN",
  direction: "ltr",
  messages: Object.fromEntries([byId("payment", payment), byId("ui", ui)].flat()),
};

const given = document.getElementById(PAGE_LANGUAGE_ID)?.textContent;
const { messages, ...language } = given ? (JSON.parse(given) as PageLanguage) : english;

const pageLanguage: Pick<Language, keyof typeof language | "message" | "untranslated"> = {
  untranslated: [],
  ...language,
  message: (id) => messages[id] ?? id,
};

/** The page's language, as far as its screen needs it in the browser. */
export const currentLanguage = () => pageLanguage;
