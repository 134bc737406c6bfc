/** Shorter ones are refused anyway. */
const MIN_CHARACTERS = 8;
/** Of these also with digits and signs behind them, as forms that ask for such get them: "Password@123". */
const DECORATED = 3_000;

/** Tells whether a password, in any case of letters, is one of the 18,000 that most people choose (zxcvbn's list). */
export function createCommonPasswords() {
  let ranks: Promise<Map<string, number>> | undefined;
  return async (password: string): Promise<boolean> => {
    ranks ??= readRanks(); // unpacked at the first use
    const rankOf = await ranks;
    const lower = password.toLowerCase();
    return rankOf.has(lower) || (rankOf.get(lower.replace(/[^\p{L}]+$/u, "")) ?? DECORATED) < DECORATED;
  };
}

/** The passwords with their place in the list, the commonest first. */
async function readRanks() {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const passwords = dictionary["passwords-common"].map(String).filter(({ length }) => length >= MIN_CHARACTERS);
  return new Map(passwords.map((password, rank) => [password.toLowerCase(), rank]));
}
