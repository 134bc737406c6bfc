import { usesOutbox } from "../../config/brand/channels.ts";
import { type Channel, MOST_VALUE_CHARACTERS } from "../../config/brand/messages.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import { inLanguage, languages } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import { formatDate } from "../domain/days.ts";
import { hasLink } from "../domain/links.ts";
import { shopName } from "../mail/letter/look.ts";
import type { PhoneMessage } from "../ports/messenger.ts";
import type { MessageRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";
import { openContents } from "./queue-message.ts";
import { findTemplate } from "./templates.ts";

type Queued = Pick<MessageRow, "id" | "kind" | "phone" | "language" | "sealed">;

/**
 * Composes a message for a channel, in the language of the reader if the brand has such a template. @param id of the sending
 * @returns undefined if the brand has removed the channel or its templates
 */
export function composeMessage(shop: Shop, row: Queued, channel: Channel, id: string): PhoneMessage | undefined {
  const { tenant } = shop;
  const found = findTemplate(tenant, { kind: row.kind, channel, language: row.language });
  if (found === undefined) return undefined;
  const { template, language } = found;
  const all = inLanguage(languages.get(language)!, () => readValues(shop, row));
  const names = usesOutbox(tenant, channel) ? Object.keys(all) : template.values;
  return {
    id,
    kind: row.kind,
    to: `+91${row.phone}`,
    language,
    template,
    values: names.map((name) => ({ name, text: all[name] ?? "" })),
    receiptUrl: `${shop.publicOrigin}/message-receipt/${channel}`,
  };
}

/** All values that a template of this kind may have, each short enough for a variable of an SMS. */
function readValues(shop: Shop, row: Queued): Record<string, string> {
  const { tenant } = shop;
  const { cards: _, endsAt, ...contents } = openContents(shop, row);
  const values = {
    ...contents,
    ...(row.kind === "sign-in-code" ? {} : { name: harmless(contents.name, t("mail.customer")) }),
    ...(endsAt !== undefined && { date: formatDate(Number(endsAt)) }),
    ...(row.kind === "gift" && { sender: harmless(contents.sender, t("mail.friend")) }),
    shop: shopName(tenant),
    ...(row.kind === "sign-in-code" && { host: new URL(canonicalOrigin(tenant)).host }),
  };
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, shorten(text)]));
}

/** A name that somebody typed; the substitute for none, and for one that a phone would show as a link. */
const harmless = (name: string | undefined, substitute: string) =>
  name === undefined || name.trim() === "" || hasLink(name) ? substitute : name;

/** One line within the limit, without half a letter at its end. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MOST_VALUE_CHARACTERS) return line;
  let short = "";
  for (const { segment } of new Intl.Segmenter("hi", { granularity: "grapheme" }).segment(line)) {
    if (short.length + segment.length > MOST_VALUE_CHARACTERS) break;
    short += segment;
  }
  return short.trimEnd();
}
