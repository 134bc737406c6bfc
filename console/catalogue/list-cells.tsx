import { DateTime } from "#app/ui/date.tsx";

import type { ListedProduct } from "./responses.ts";

/** The worker stops counting here. */
const MOST_COUNTED = 10_000;

/** The last count of the cards that can be sold. */
export const Stock = ({ free_cards, low_since }: Pick<ListedProduct, "free_cards" | "low_since">) => (
  <span className={low_since === null ? undefined : "low-stock"}>
    {free_cards >= MOST_COUNTED ? `${MOST_COUNTED.toLocaleString("en-IN")} or more` : free_cards}
    {low_since !== null && (free_cards === 0 ? ", sold out" : ", low")}
  </span>
);

export const ChangedAt = ({ changed_at }: Pick<ListedProduct, "changed_at">) =>
  changed_at === 0 ? "–" : <DateTime at={changed_at} />;
