/** Upper-cases ASCII letters only: locale or Unicode rules would change other letters (`ß`, `ı`). */
export const toCouponCode = (typed: string) => typed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
