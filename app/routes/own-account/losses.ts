import { formatPoints } from "#app/pricing/format-money.ts";

import { t } from "../../../config/language/t.ts";

/** Null if it could not be read; coins in hundredths. */
export type Losses = { cards: number | null; coins: number | null };

/** Describes the losses in sentences. */
export const describeLosses = ({ cards, coins }: Losses): string[] => [
  cards === null ? t("own.cardsUnknown") : t("own.cardsLost", { count: cards }),
  coins === null ? t("own.coinsUnknown") : t("own.coinsLost", { count: coins / 100, coins: formatPoints(coins) }),
  t("own.accessLost"),
];
