import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";

import type { MessageId } from "./message-ids.ts";

export type Language = {
  /** The name of its folder, such as "hi": in tenant.json, addresses and the cookie. */
  code: string;
  /** In the language itself: "हिन्दी". */
  name: string;
  /** For `lang` attributes and Intl: "hi-IN". */
  locale: string;
  direction: "ltr" | "rtl";
  /** By ISO 15924: "Latn", "Deva". */
  script: string;
  /** The areas that it shows in English. */
  untranslated: readonly string[];
  ids: readonly MessageId[];
  /** The message in the form that `format` of icu-minify reads. */
  message(id: MessageId): CompiledMessage;
};

type Texts = Record<string, string>;

/** Messages by id, each compiled when it is first used. */
export function createMessages(texts: Texts) {
  const compiled = new Map<string, CompiledMessage>();
  return (id: MessageId): CompiledMessage => {
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const text = texts[id];
    if (text === undefined) throw new Error(`there is no message "${id}"`);
    const message = compile(text);
    compiled.set(id, message);
    return message;
  };
}
