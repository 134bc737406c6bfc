import { describe, expect, test } from "vitest";

import { isIndic, readIndic } from "../../../../config/typed/indic.ts";
import { createSoundMatcher } from "../../../../config/typed/sound-alike.ts";
import { haveOneSound, readSounds } from "../../../../config/typed/sounds.ts";
import { HINDI_NAMES } from "../../../helpers/languages/hindi-names.ts";
import { type Habit, romanise } from "../../../helpers/languages/romanise.ts";

const PLAIN: Habit = { long: false, v: "v", z: "z", f: "f", chh: "chh", ksh: "ksh", schwa: false, r: "d" };
const HABITS: Habit[] = [
  PLAIN,
  { ...PLAIN, long: true, v: "w", r: "r" },
  { ...PLAIN, z: "j", f: "ph", chh: "ch", ksh: "x" },
  { ...PLAIN, long: true, schwa: true },
  { long: true, v: "w", z: "j", f: "ph", chh: "ch", ksh: "x", schwa: true, r: "r" },
];

const HINDI =
  "मिठाई मिठाइयाँ कपड़े किताब चाय दवाई यात्रा सफ़र बाज़ार ज़ायका ख़ुशबू ग़ज़ल फ़िल्म गाड़ी पढ़ाई जूते खिलौने सोना चाँदी घड़ी " +
  "गुलमोहर जलपान सुहाना मीनाक्षी वस्त्र चंदेरी बुनकर नमकीन राजवाड़ा पकवान हरियाली लक्ष्मी ज्ञानदीप पकौड़ा हिन्दी हिंदी " +
  "अंजलि कृष्ण ऋतु छप्पन अच्छा मक्खन पत्थर मम्मी चम्पा चंपा कंबल गंगा संगीत बच्चा उत्सव विद्या प्यार सूर्य धर्म पद्म " +
  "जयपुर समय गायक कन्या दुनिया औरत चौपाल आँगन कुआँ माँ घर घी दाल साड़ी शादी शक्कर षट्कोण श्रीमान त्रिवेणी";

const soundOne = (a: string, b: string) => haveOneSound(readSounds(a)!, readSounds(b)!);

describe("a word of Hindi", () => {
  test.each(HABITS)("sounds as its spellings in Latin letters: %j", (habit) => {
    const names = Object.values(HINDI_NAMES).flatMap((name) => name.split(" "));
    const words = [...new Set([...HINDI.split(" "), ...names])];
    const missed = words.filter((word) => !soundOne(word, romanise(word, habit)));
    expect(missed.map((word) => `${word} ${romanise(word, habit)}`)).toEqual([]);
  });

  test.each([
    ["हिन्दी", "हिंदी"],
    ["हिन्दी", "हिँदी"],
    ["कम्बल", "कंबल"],
    ["\u0958लम", "क\u093cलम"],
    ["गिफ़्ट", "गिफ्ट"],
    ["बाज़ार", "बाजार"],
    ["क्\u200dष", "क्ष"],
    ["नमस्\u200cकार", "नमस्कार"],
    ["दीवाली", "दिवाली"],
    ["कपड़ों", "कपड़ा"],
    ["किताबें", "किताब"],
    ["मिठाइयों", "मिठाई"],
  ])("%s sounds as %s", (a, b) => expect(soundOne(a, b)).toBe(true));

  test.each([
    ["नमस्कार", "নমস্কার"],
    ["गुलमोहर", "ગુલમોહર"],
    ["पंजाबी", "ਪੰਜਾਬੀ"],
    ["पुस्तक", "ಪುಸ್ತಕ"],
    ["नगर", "నగర"],
  ])("%s sounds as in another script of India: %s", (a, b) => expect(soundOne(a, b)).toBe(true));

  test.each(
    (
      "कला:काली घर:घास दान:धुन चाय:चाह दाल:डोल सोना:सूना मेला:मैला बाल:बल्ला रात:राख खाना:गाना किताब:किसान " +
      "mithai:mitti chai:cheeni kapda:kapoor kitab:kismat gulab:gulal tea:tee art:aarti dal:dil ghar:gaur khana:kana"
    ).split(" "),
  )("does not sound as another: %s", (pair) => {
    const [a, b] = pair.split(":") as [string, string];
    expect(soundOne(a, b)).toBe(false);
  });
});

test("a word in other scripts, or with digits, has no sounds", () => {
  for (const word of ["кафе", "咖啡", "7eleven", "&", ""]) expect(readSounds(word)).toBeNull();
  expect(isIndic("кафе")).toBe(false);
});

test("reads letters with a dot, conjuncts and vowels", () => {
  expect(["ज़ोमैटो", "क्षत्रिय", "ज्ञान", "गाँव", "व"].map(readIndic)).toEqual(["zomEto", "kSatriy", "gyAn", "gANv", "va"]);
});

describe("an English word", () => {
  const LIKE =
    "coffee:कॉफ़ी book:बुक hotel:होटल fashion:फ़ैशन flight:फ़्लाइट music:म्यूज़िक music:म्यूजिक kitchen:किचन walk:वॉक gym:जिम " +
    "gift:गिफ़्ट house:हाउस theatre:थिएटर leather:लेदर jewellery:ज्वेलरी women:विमेन one:वन union:यूनियन pharmacy:फ़ार्मेसी " +
    "watches:वॉच shoe:शू school:स्कूल chemist:केमिस्ट chef:शेफ़ night:नाइट knife:नाइफ़ write:राइट bridge:ब्रिज court:कोर्ट";
  const UNLIKE =
    "tea:आरती tea:तू art:आरती cart:कीर्ति list:लास्ट ship:शॉप pen:पान cake:कूक rice:रूस milk:मलिका bank:बनिक map:मूप " +
    "sun:सीन tool:टेल seat:सूट craft:कार्ट hill:हल ball:बिल lemon:लामा kilo:कला fish:फ़ौज";

  test.each(LIKE.split(" "))("sounds as it is written in Hindi: %s", (pair) => {
    const [english, hindi] = pair.split(":") as [string, string];
    expect([createSoundMatcher(english)(hindi), createSoundMatcher(hindi)(english)]).toEqual([true, true]);
  });

  test.each(UNLIKE.split(" "))("does not sound as another: %s", (pair) => {
    const [english, hindi] = pair.split(":") as [string, string];
    expect([createSoundMatcher(english)(hindi), createSoundMatcher(hindi)(english)]).toEqual([false, false]);
  });

  test("is compared with another English word by its letters alone", () => {
    expect(createSoundMatcher("kapda")("kapde")).toBe(false);
  });
});
