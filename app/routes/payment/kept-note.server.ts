import type { RouterContextProvider } from "react-router";

import type { Order } from "#app/commerce/types.ts";
import { siteContext } from "#app/request/context.ts";
import { formatDateTime } from "#app/ui/date.tsx";

import { t } from "../../../config/language/t.ts";

/** Until when a declined order is kept for another attempt; null if it is not, or the backend opens none. */
export function keptNote(context: Readonly<RouterContextProvider>, { payableAgainUntil }: Order): string | null {
  if (!context.get(siteContext).tenant.features.payAgain) return null;
  if (payableAgainUntil === null || payableAgainUntil <= Date.now()) return null;
  return t("checkout.keptUntil", { time: formatDateTime(payableAgainUntil) });
}
