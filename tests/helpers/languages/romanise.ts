/** Ways in which people write Hindi in Latin letters. */
export type Habit = {
  /** "aa", "ee" and "oo" for long vowels, or one letter. */
  long: boolean;
  v: "v" | "w";
  z: "z" | "j";
  f: "f" | "ph";
  chh: "chh" | "ch";
  ksh: "ksh" | "x";
  /** "kapada", or "kapda": each "a" that is not spoken is written. */
  schwa: boolean;
  r: "d" | "r";
};

const toPairs = (pairs: string) =>
  Object.fromEntries(pairs.split(" ").map((pair) => pair.split("=") as [string, string]));

const CONSONANTS = toPairs(
  "क=k ख=kh ग=g घ=gh च=ch ज=j झ=jh ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n प=p फ=ph ब=b भ=bh म=m " +
    "य=y र=r ल=l श=sh ष=sh स=s ह=h",
);
const DOTTED = toPairs("क=q ख=kh ग=gh");
const SHORT = toPairs("अ=a इ=i ि=i उ=u ु=u ऋ=ri ृ=ri ए=e े=e ऐ=ai ै=ai ओ=o ो=o औ=au ौ=au ऑ=o ॉ=o");
const LONG = toPairs("आ=aa ा=aa ई=ee ी=ee ऊ=oo ू=oo");
const LONG_AS_SHORT = toPairs("आ=a ा=a ई=i ी=i ऊ=u ू=u");

/** A Devanagari word in Latin letters, with or without each unspoken "a" inside. */
export function romanise(word: string, habit: Habit): string {
  const parts =
    word
      .replaceAll("क्ष", "X")
      .replaceAll("ज्ञ", "G")
      .match(/[Xक-हG]़?्?|[^Xक-हG]/gu) ?? [];
  let latin = "";
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1] ?? "";
    latin += vowelOf(part, habit, next) ?? consonantOf(part, habit);
    const isBare = /^[Xक-हG]़?$/u.test(part) && !/^[ािीुूृेैोौॉ]/u.test(next);
    if (isBare && at < parts.length - 1) latin += isSpoken(parts, at) || habit.schwa ? "a" : "";
  }
  return latin;
}

function vowelOf(part: string, { long }: Habit, next: string) {
  if (part === "ं" || part === "ँ") return next === "" ? "n" : /^[पफबभम]/u.test(next) ? "m" : "n";
  return SHORT[part] ?? (long ? LONG : LONG_AS_SHORT)[part];
}

function consonantOf(part: string, habit: Habit) {
  const letter = part.charAt(0);
  if (letter === "X") return habit.ksh;
  if (letter === "G") return "gy";
  if (letter === "छ") return habit.chh;
  if (letter === "व") return habit.v;
  if (!part.includes("़")) return CONSONANTS[letter] ?? "";
  if (letter === "ज") return habit.z;
  if (letter === "फ") return habit.f;
  if (letter === "ड" || letter === "ढ") return habit.r;
  return DOTTED[letter] ?? CONSONANTS[letter] ?? "";
}

/** A vowel before it, and a consonant with a vowel after it, make an "a" silent. Before "h" it is always spoken. */
function isSpoken(parts: string[], at: number) {
  const hasVowel = (part = "") => /^[ािीुूृेैोौॉ]|^[अ-औ]/u.test(part);
  const isAfterVowel = hasVowel(parts[at - 1]) || /^[Xक-हG]़?$/u.test(parts[at - 1] ?? "");
  return parts[at + 1] === "ह" || !(isAfterVowel && hasVowel(parts[at + 2]));
}
