/** A code with all but its last four characters covered; short codes are covered whole: "6039-1234-5678" -> "•••• 5678". */
export function maskCode(code: string) {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}
