/** A code with all but its last four characters covered; one of fewer than eight is covered whole. */
export function coverCode(code: string): string {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}
