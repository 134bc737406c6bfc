import { ABOUT_COUPON } from "#app/forms/about-field.ts";
import type { Session } from "#app/session/session.server.ts";
import { TEXTS } from "#app/texts/messages.ts";

export function describeKept({ wish, typed }: Session): string | null {
  if (wish) return TEXTS.cardKept;
  if (!typed) return null;
  return typed.about === ABOUT_COUPON ? TEXTS.codeKept : TEXTS.typedKept;
}
