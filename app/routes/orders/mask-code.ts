/** Masks all but the last four characters, and short codes whole: "6039-1234-5678" -> "•••• 5678". */
export function maskCode(code: string) {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}
