/** A card number in groups to read aloud: its own ones, or four characters each. */
export const groupCode = (code: string): string[] =>
  /[\s-]/.test(code) ? code.split(/[\s-]+/).filter(Boolean) : (code.match(/.{1,4}/gsu) ?? []);
