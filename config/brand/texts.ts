import { languages } from "../language/current.ts";
import type { Language } from "../language/language.ts";
import type { MessageId } from "../language/message-ids.ts";

/** A text that a brand may replace in tenant.json (`texts`, `translations`): a message of the area "shop". */
export type TextName = MessageId extends infer Id ? (Id extends `shop.${infer Name}` ? Name : never) : never;

export type Texts = Record<TextName, string>;

const english = languages.get("en")!;
const AREA = /^shop\./;

export const TEXT_NAMES = english.ids.filter((id) => AREA.test(id)).map((id) => id.replace(AREA, "") as TextName);

/** The shop's own texts in a language. */
export const shopTexts = (language: Language = english): Texts =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, language.message(`shop.${name}`)])) as Texts;

type Brand = {
  languages: string[];
  /** In the first language. */
  texts: Texts;
  translations: Record<string, { texts?: Partial<Texts> }>;
};

/** A brand's texts in a language: its own, else the shop's. Views read them from the brand. */
export const brandTexts = ({ languages: [first], texts, translations }: Brand, language: Language): Texts => ({
  ...(language.code === first ? texts : shopTexts(language)),
  ...translations[language.code]?.texts,
});
