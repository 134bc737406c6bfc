/**
 * The sounds of letters, one character each, as in "k". Capitals: aspirated consonants (K, G, B, J), "S" (sh), long "A", "E" (ai),
 * "O" (au), a nasal vowel's "N"; and "R" (ड़), "Q" (ख़) and "W" (ग़), which have two spellings in Latin letters.
 */
const SOUNDS = new Map<string, string>();

/** The sounds of consecutive letters of Devanagari from `first` on; "-" is a letter without a sound. */
function addLetters(first: string, sounds: string) {
  for (const [at, sound] of sounds.split(" ").entries())
    if (sound !== "-") SOUNDS.set(String.fromCodePoint(first.codePointAt(0)! + at), sound);
}
addLetters("\u0900", "N N N - a a A i i u u ri li E e e E o o o O");
addLetters("क", "k K g G n c c j J n t t d d n t t d d n n p f b B m y r r l l l v S S s h");
addLetters("\u093e", "A i i u u ri ri E e e E o o o O");
addLetters("\u0958", "k Q W z R R f y ri li li li");
addLetters("\u0972", "E");

/** The sounds that a dot below changes, as in ज़. */
const DOTTED = new Map([
  ["K", "Q"],
  ["g", "W"],
  ["j", "z"],
  ["d", "R"],
]);

const DOT = "\u093c";
const CONSONANT = /[\u0915-\u0939\u0958-\u095f]/;
const VOWEL_SIGN = /[\u093e-\u094d\u0955-\u0957\u0962\u0963]/;
const LAST_CONSONANT = /(?<=.)[\u0915-\u0939\u0958-\u095f]\u093c?$/;

/** The signs of Gurmukhi for a nasal and for a doubled consonant. They have no place in the common order of letters. */
const GURMUKHI = new Map([
  ["\u0a70", "\u0902"],
  ["\u0a71", ""],
]);

/** True for a word in one of the nine scripts of India whose letters stand in one order, from Devanagari to Malayalam. */
export const isIndic = (word: string): boolean => /[\u0900-\u0d7f]/.test(word);

/** The sounds of a word in such a script. A consonant without a vowel has an "a", except the word's last. */
export function readIndic(word: string): string {
  const letters = Array.from(word.normalize("NFC").replace(/[\u200c\u200d]/g, ""), toDevanagari).join("");
  const written = letters.replaceAll("ज्ञ", "ग्य").replace(LAST_CONSONANT, "$&्");
  let sounds = "";
  for (let at = 0; at < written.length; at++) {
    const letter = written.charAt(at);
    const sound = SOUNDS.get(letter) ?? "";
    const isDotted = written.charAt(at + 1) === DOT;
    sounds += isDotted ? (DOTTED.get(sound) ?? sound) : sound;
    if (isDotted) at++;
    if (CONSONANT.test(letter) && !VOWEL_SIGN.test(written.charAt(at + 1))) sounds += "a";
  }
  return sounds;
}

function toDevanagari(letter: string) {
  if (letter < "\u0980" || letter > "\u0d7f") return letter;
  return GURMUKHI.get(letter) ?? String.fromCodePoint(0x900 + (letter.codePointAt(0)! & 0x7f));
}
