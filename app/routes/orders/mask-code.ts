/** Masks all but the last four characters, and short codes whole: "6039-1234-5678" -> "•••• 5678". */
export function maskCode(code: string) {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}

/** Splits a long code without separators into groups of four for the eye: "6039123456789012" -> "6039", "1234", ... */
export const groupCode = (code: string): string[] => (/^[\dA-Z]{8,}$/i.test(code) ? code.match(/.{1,4}/g)! : [code]);
