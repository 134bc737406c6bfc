import { ABOUT_COUPON } from "#app/forms/about-field.ts";
import type { Session } from "#app/session/session.server.ts";

import { t } from "../../../config/language/t.ts";

export function describeKept({ wish, typed }: Session): string | null {
  if (wish) return t("messages.cardKept");
  if (!typed) return null;
  return typed.about === ABOUT_COUPON ? t("messages.codeKept") : t("messages.typedKept");
}
