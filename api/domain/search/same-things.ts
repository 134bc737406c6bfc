import { readSounds } from "../../../config/typed/sounds.ts";
import { toSingular } from "./to-singular.ts";

/** Synonyms, in the normalised form of terms. */
const SAME_THINGS = [
  ["movie", "film", "cinema"],
  ["theatre", "theater", "stage", "play"],
  ["cafe", "café", "coffee"],
  ["food", "dining", "feast", "restaurant"],
  ["sweet", "mithai"],
  ["clothes", "clothing", "apparel", "fashion", "wear"],
  ["hotel", "stay"],
  ["flight", "ticket", "journey"],
  ["taxi", "cab", "ride"],
  ["petrol", "fuel"],
  ["mobile", "phone", "device"],
  ["medicine", "pharmacy"],
  ["gym", "fitness"],
  ["grocery", "groceries"],
  ["charity", "donation", "giving", "cause", "trust"],
  ["and", "&"],
].map((words) => words.map(toSingular));

/** English words, and Hindi words for the same. The sounds of a word find its other spellings. */
const IN_HINDI = (
  [
    ["movie", "फ़िल्म सिनेमा"],
    ["theatre", "नाटक"],
    ["cafe", "कॉफ़ी"],
    ["tea", "चाय"],
    ["food", "खाना भोजन"],
    ["sweet", "मिठाई"],
    ["clothes", "कपड़ा पोशाक"],
    ["shoe footwear", "जूता चप्पल"],
    ["saree", "साड़ी"],
    ["gold", "सोना"],
    ["silver", "चाँदी"],
    ["jewellery", "गहना ज़ेवर आभूषण"],
    ["watch", "घड़ी"],
    ["perfume attar", "इत्र"],
    ["hotel", "होटल"],
    ["travel trip", "यात्रा सफ़र"],
    ["holiday", "छुट्टी"],
    ["flight", "हवाई उड़ान"],
    ["taxi", "टैक्सी गाड़ी"],
    ["petrol", "पेट्रोल ईंधन"],
    ["mobile", "मोबाइल फ़ोन"],
    ["medicine", "दवा दवाई"],
    ["health", "सेहत स्वास्थ्य"],
    ["gym", "जिम कसरत"],
    ["grocery", "किराना राशन"],
    ["charity", "दान"],
    ["book", "किताब पुस्तक"],
    ["toy", "खिलौना"],
    ["game", "खेल"],
    ["music", "संगीत गाना"],
    ["flower", "फूल"],
    ["plant", "पौधा"],
    ["home house", "घर"],
    ["kitchen", "रसोई"],
    ["beauty", "सौंदर्य शृंगार"],
    ["learning course", "पढ़ाई शिक्षा"],
    ["women", "महिला औरत"],
    ["men", "पुरुष मर्द"],
    ["kid", "बच्चा"],
    ["and", "और एंड"],
  ] as const
).map(([english, hindi]) => ({
  english: english.split(" ").map(toSingular),
  keys: hindi.split(" ").flatMap((word) => readSounds(word)!.keys),
}));

/** English words for the same thing as an English word, and this word. */
export const listSynonyms = (word: string): string[] => SAME_THINGS.find((same) => same.includes(word)) ?? [word];

const IN_BOTH = IN_HINDI.map(({ english, keys }) => ({ english: english.flatMap(listSynonyms), keys }));

/** English words for a Hindi one, by the keys of its sounds. */
export const listEnglish = (keys: string[]): string[] =>
  IN_BOTH.filter((same) => same.keys.some((key) => keys.includes(key))).flatMap(({ english }) => english);

/** The keys of the sounds of Hindi words for an English one. */
export const listHindiKeys = (word: string): string[] =>
  IN_BOTH.filter(({ english }) => english.includes(word)).flatMap(({ keys }) => keys);
