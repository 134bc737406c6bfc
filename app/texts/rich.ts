import type { FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";

import type { MessageId } from "../../config/language/message-ids.ts";
import { formatMessage, type Values } from "../../config/language/t.ts";
import { areaLanguage, textLanguage } from "./area-language.ts";

/**
 * A message as the content of an element. A message that the language shows in English is marked so. It may contain elements:
 * `rich("cart.saved", { money: () => <Money … /> })` for "You save <money></money>." A tag's function gets the parts between the
 * tags.
 */
export function rich<Id extends MessageId>(id: Id, ...[values]: Values<Id>): ReactNode {
  const parts = formatMessage<ReactNode>(id, values as FormatValues<ReactNode> | undefined);
  const content = typeof parts === "string" ? parts : createElement(Fragment, null, ...[parts].flat());
  return inLang(areaLanguage(id), content);
}

/** A text that comes as a value, as the content of an element; marked if it is English in a language that lacks some areas. */
export const marked = (text: ReactNode): ReactNode =>
  typeof text === "string" ? inLang(textLanguage(text), text) : text;

const inLang = (lang: string | undefined, content: ReactNode) =>
  lang === undefined ? content : createElement("span", { lang }, content);
