/** Masks a code except for its last four characters; masks one of fewer than eight characters completely. */
export function coverCode(code: string): string {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}
