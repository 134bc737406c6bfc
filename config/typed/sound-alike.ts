import { compareVowels, MOST_DISTANT, readFrames } from "./english-sounds.ts";
import { isIndic } from "./indic.ts";
import { haveOneSound, readSounds } from "./sounds.ts";

/**
 * A comparison with a word in small letters, for words in another script, or for two words in an Indian script: "mithai" with मिठाई,
 * हिंदी with हिन्दी, "coffee" with कॉफ़ी. Two words in Latin letters are never alike.
 */
export function createSoundMatcher(word: string): (other: string) => boolean {
  let own: Reading | undefined;
  return (other) => {
    if (!isIndic(word) && !isIndic(other)) return false;
    own ??= read(word);
    const reading = read(other);
    if (own.sounds === null || reading.sounds === null) return false;
    return haveOneSound(own.sounds, reading.sounds) || (isIndic(word) ? isNear(reading, own) : isNear(own, reading));
  };
}

type Reading = ReturnType<typeof read>;
const read = (word: string) => ({ sounds: readSounds(word), frames: readFrames(word) });

const isNear = (english: Reading, indic: Reading) =>
  !english.sounds!.isIndic &&
  english.frames.some((frame) =>
    indic.frames.some((other) => frame.consonants === other.consonants && compareVowels(frame, other) <= MOST_DISTANT),
  );
