import type { ComponentProps } from "react";
import { EMPTY_MARKUP } from "#app/http/tricks/empty-markup.ts";

/**
 * An empty place that a custom element fills. React leaves its contents alone, also where an element was quicker and
 * has filled it before React took the page over.
 */
export function ElementSlot(attributes: ComponentProps<"div">) {
  return <div {...attributes} dangerouslySetInnerHTML={EMPTY_MARKUP} suppressHydrationWarning />;
}
