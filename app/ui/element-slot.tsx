import type { ComponentProps } from "react";

import { EMPTY_MARKUP } from "#app/http/tricks/empty-markup.ts";

/**
 * A place that a custom element fills. React leaves its contents alone, even if the element fills it before hydration.
 */
export function ElementSlot(attributes: ComponentProps<"div">) {
  return <div {...attributes} dangerouslySetInnerHTML={EMPTY_MARKUP} suppressHydrationWarning />;
}
