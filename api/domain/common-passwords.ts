/** Sign-up already refuses shorter passwords. */
const MIN_CHARACTERS = 8;
/** The number of most common passwords that are also refused with digits and symbols appended: "Password@123". */
const DECORATED = 3_000;

/** Creates a check, ignoring case, for passwords among the 18,000 most common ones (zxcvbn's list). */
export function createCommonPasswords() {
  let ranks: Promise<Map<string, number>> | undefined;
  return async (password: string): Promise<boolean> => {
    ranks ??= readRanks(); // loaded at the first use
    const rankOf = await ranks;
    const lower = password.toLowerCase();
    return rankOf.has(lower) || (rankOf.get(lower.replace(/[^\p{L}]+$/u, "")) ?? DECORATED) < DECORATED;
  };
}

/** The passwords with their rank, the commonest first. */
async function readRanks() {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const passwords = dictionary["passwords-common"].map(String).filter(({ length }) => length >= MIN_CHARACTERS);
  return new Map(passwords.map((password, rank) => [password.toLowerCase(), rank]));
}
