import type { CoinsExpiring } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";

import { t } from "../../config/language/t.ts";
import { formatDate } from "./date.tsx";

/** The coins that expire next, in one sentence: "100 coins end on 7 Dec 2026". */
export const coinsEndingText = ({ amount, at }: CoinsExpiring) =>
  t("frame.coinsEnding", { coins: formatPoints(amount), count: amount / 100, date: formatDate(at) });

type CoinsEndingProps = { of: { coinsExpiring?: CoinsExpiring | null; coinsEnding?: CoinsExpiring | null } };

/** The line beside a balance. Empty if the backend does not report it, or while a notice names the coins that expire soon. */
export const CoinsEnding = ({ of: { coinsExpiring, coinsEnding } }: CoinsEndingProps) =>
  coinsEnding && !coinsExpiring ? (
    <span className="muted small coins-ending">{coinsEndingText(coinsEnding)}</span>
  ) : null;
