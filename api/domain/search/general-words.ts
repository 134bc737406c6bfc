import { isIndic } from "../../../config/typed/indic.ts";
import { readSounds } from "../../../config/typed/sounds.ts";
import { toSingular } from "./to-singular.ts";

/** Words that match any gift card: the thing itself, and occasions. */
const GENERAL = new Set(
  (
    "a an the and & for of to my day gift e-gift egift card ecard voucher evoucher coupon present " +
    "birthday anniversary wedding engagement housewarming farewell graduation retirement baby " +
    "diwali deepavali holi rakhi eid onam pongal christmas xmas valentine festival festive " +
    "mother father mom dad wife husband friend teacher boss him her ka ke ki"
  )
    .split(" ")
    .map(toSingular),
);

/** The same in Hindi. People write them in either script. */
const HINDI = new Set(
  (
    "उपहार तोहफ़ा गिफ़्ट ईगिफ़्ट कार्ड वाउचर कूपन भेंट के का की को लिए और एंड में से पर मेरे मेरी दिन " +
    "जन्मदिन जनमदिन बर्थडे सालगिरह वर्षगाँठ शादी विवाह सगाई गृहप्रवेश विदाई " +
    "दिवाली दीपावली होली राखी रक्षाबंधन ईद ओणम पोंगल क्रिसमस त्योहार त्यौहार भाई दूज करवा चौथ " +
    "माँ मम्मी माता पिता पापा पत्नी पति दोस्त मित्र शिक्षक टीचर बॉस"
  )
    .split(" ")
    .flatMap((word) => readSounds(word)!.keys),
);

/** A shorter word in Latin letters is more often an English one. */
const MIN_LATIN_LETTERS = 4;

/** True for a word that matches any gift card. */
export function isGeneral(word: string): boolean {
  if (GENERAL.has(word)) return true;
  if (!isIndic(word) && word.length < MIN_LATIN_LETTERS) return false;
  return readSounds(word)?.keys.some((key) => HINDI.has(key)) ?? false;
}
