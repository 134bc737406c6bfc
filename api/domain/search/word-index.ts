import {
  compareVowels,
  type Frame,
  MOST_DISTANT,
  OF_PLURAL,
  readFrames,
} from "../../../config/typed/english-sounds.ts";
import { isIndic } from "../../../config/typed/indic.ts";
import { foldSearch } from "../../../config/typed/search.ts";
import { readSounds } from "../../../config/typed/sounds.ts";

/** A shorter text in Latin letters is searched for as it is: too many words sound as it does. */
const MIN_LATIN_LETTERS = 3;
const MIN_LETTERS_IN_ONE_SCRIPT = 4;
const MIN_PREFIX = 4;
/** Words of one consonant, such as "row", are too near to other English words. */
const MIN_INDIC_CONSONANTS = 2;

/** At most so many words sound as one that is searched for. */
const MOST_ALIKE = 8;

/** Their sounds take about 10 ms. */
const WORDS_AT_A_TIME = 200;

/** The words of a script by the keys of their sounds, and by their consonants. */
type SoundMap = { byKey: Map<string, string[]>; byConsonants: Map<string, { word: string; frame: Frame }[]> };

export type WordIndex = Awaited<ReturnType<typeof createWordIndex>>;

/** The words of a catalogue, in small letters, by their sounds. Those in Latin letters are read when a search first needs them. */
export async function createWordIndex(words: string[]) {
  const indic = await readAll(words.filter(isIndic));
  let kept: Promise<SoundMap> | undefined;
  const readLatin = () => (kept ??= readAll(words.filter((word) => !isIndic(word))));

  return {
    words,

    /** Words in an Indian script that have one of these keys. */
    listIndic: (keys: string[]) => pick(indic, keys),

    /** The same word in other spellings: in the other script, or, for an Indian script, in its own. */
    async listSpellings(word: string): Promise<string[]> {
      const keys = readSounds(foldSearch(word))?.keys ?? [];
      if (isIndic(word))
        return [...pick(indic, keys), ...pick(await readLatin(), keys)].filter((same) => same !== word);
      return word.length < MIN_LATIN_LETTERS ? [] : pick(indic, keys);
    },

    /** For a word that is in no text: words that sound nearly as it does. */
    async listAlike(word: string): Promise<string[]> {
      const folded = foldSearch(word);
      const others = isIndic(word) ? await readLatin() : indic;
      const [first, ...keys] = readSounds(folded)?.keys ?? [];
      if (first === undefined || (!isIndic(word) && word.length < MIN_LATIN_LETTERS)) return [];
      if (!isIndic(word) && word.length >= MIN_LETTERS_IN_ONE_SCRIPT) {
        const latin = pick(await readLatin(), [first]);
        const same = latin.filter((other) => readSounds(foldSearch(other))?.keys[0] === first);
        if (same.length > 0) return same;
      }
      const near = pickNearest(others, folded);
      return near.length > 0 ? near : pickLonger(others, [first, ...keys]);
    },
  };
}

async function readAll(words: string[]): Promise<SoundMap> {
  const sounds: SoundMap = { byKey: new Map(), byConsonants: new Map() };
  for (const [at, word] of words.entries()) {
    const folded = foldSearch(word);
    for (const key of readSounds(folded)?.keys ?? []) push(sounds.byKey, key, word);
    for (const frame of readFrames(folded))
      if (frame.consonants.length >= (isIndic(word) ? MIN_INDIC_CONSONANTS : 1))
        push(sounds.byConsonants, frame.consonants, { word, frame });
    // Lets other requests run while the words of a large catalogue are read.
    if (at % WORDS_AT_A_TIME === WORDS_AT_A_TIME - 1) await new Promise(setImmediate);
  }
  return sounds;
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const pick = ({ byKey }: SoundMap, keys: string[]) =>
  [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))].slice(0, MOST_ALIKE);

/** The words of the other script that sound most as an English word, or as an Indian spelling of one; singular and plural alike. */
function pickNearest({ byConsonants }: SoundMap, word: string) {
  const distances = new Map<string, number>();
  for (const frame of readFrames(word))
    for (const other of byConsonants.get(frame.consonants) ?? []) {
      const distance = isIndic(word) ? compareVowels(other.frame, frame) : compareVowels(frame, other.frame);
      distances.set(other.word, Math.min(distance, distances.get(other.word) ?? Infinity));
    }
  const most = Math.min(MOST_DISTANT, Math.min(...distances.values()) + OF_PLURAL);
  return [...distances].flatMap(([other, distance]) => (distance <= most ? [other] : [])).slice(0, MOST_ALIKE);
}

/** The words that begin with the sounds of one that is not typed to its end. */
const pickLonger = (sounds: SoundMap, keys: string[]) =>
  pick(
    sounds,
    keys
      .filter((key) => key.length >= MIN_PREFIX)
      .flatMap((key) => [...sounds.byKey.keys()].filter((longer) => longer.startsWith(key))),
  );
