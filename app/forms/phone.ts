import { PHONE_DIGITS } from "#app/constants.ts";

/** The digits that a phone field keeps while somebody types. */
export const toPhoneDigits = (typed: string) => typed.replaceAll(/\D/g, "").slice(0, PHONE_DIGITS);
