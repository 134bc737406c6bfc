import type { FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";

import type { MessageId } from "../../config/language/message-ids.ts";
import { formatMessage, type Values } from "../../config/language/t.ts";

/**
 * A message with elements in it: `rich("cart.saved", { money: () => <Money … /> })` for "You save <money></money>." A tag's
 * function gets the parts between the tags.
 */
export function rich<Id extends MessageId>(id: Id, ...[values]: Values<Id>): ReactNode {
  const parts = formatMessage<ReactNode>(id, values as FormatValues<ReactNode> | undefined);
  return typeof parts === "string" ? parts : createElement(Fragment, null, ...[parts].flat());
}
