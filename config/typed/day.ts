import { foldLine } from "./characters.ts";

/**
 * A day such as "2027-03-31". `isTwoWay`: the text has two readings, such as 03/04/2027, because other countries write the month
 * first.
 */
export type ReadDay = { day: string; isTwoWay: boolean };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?`;
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const FORMS = [
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})(?<sign>[-/. ])(?<month>\d{1,2})\k<sign>(?<year>\d{4})$/,
  new RegExp(`^${DAY}[-/., ]{0,2}${MONTH}[-/., ']{0,2}(?<year>\\d{4}|\\d{2})$`, "i"),
  new RegExp(`^${MONTH}[-/ ]?${DAY},? ?[-/ ]?(?<year>\\d{4})$`, "i"),
  new RegExp(`^(?<year>\\d{4})[-/ ]${MONTH}[-/ ](?<day>\\d{1,2})$`, "i"),
];
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i;
/** The time that spreadsheets write behind a day. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?Z?$/i;

const EXAMPLES = "such as 2027-03-31, 31/03/2027 or 31 Mar 2027";

/**
 * Reads a day as people in India write it: 31-03-2027, 31/03/2027, 31.3.2027, 31 Mar 2027, 31-Mar-27, March 31, 2027 or
 * 2027-03-31. If the month is a number, it follows the day, since no Indian program or form writes it first. Drops the time.
 * @returns the fault of the text, as a string
 */
export function readDay(typed: string): ReadDay | string {
  const text = foldLine(typed).replace(WEEKDAY, "").replace(TIME, "");
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found === undefined)
    return /^\d{1,2}([-/. ])\d{1,2}\1\d{2}$/.test(text)
      ? "must be a day whose year has four digits, such as 31/03/2027"
      : `must be a day, ${EXAMPLES}`;
  const { name, sign } = found;
  const month = name === undefined ? Number(found.month) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const [day, year] = [Number(found.day), Number(found.year!.padStart(4, "20"))];
  if (isDay(year, month, day))
    return {
      day: write(year, month, day),
      isTwoWay:
        sign !== undefined &&
        found.year!.length === 4 &&
        !text.startsWith(found.year!) &&
        isDay(year, day, month) &&
        day !== month,
    };
  return isDay(year, day, month)
    ? `has the month before the day. Write ${write(year, day, month)} or ${month}/${day}/${year}`
    : `must be a day of the calendar, ${EXAMPLES}`;
}

const write = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

const isDay = (year: number, month: number, day: number) => {
  const at = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
};
