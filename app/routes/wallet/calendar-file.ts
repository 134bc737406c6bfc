const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 5545, 3.1: a line has at most 75 octets, without its end. */
const LINE_OCTETS = 75;
const ALARM_DAYS = [30, 7];

/** An event of one whole day, "2026-12-31". `uid` stays the same, so that a calendar replaces the event and adds no second one. */
export type DayEvent = { uid: string; day: string; summary: string; description: string; url: string };

/** A calendar file (RFC 5545) with an alarm 30 and 7 days before each event. `now`: the time of writing (ms). */
export function writeCalendar(events: DayEvent[], { name, now }: { name: string; now: number }): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Awning//Wallet//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escape(name)}`,
    ...events.flatMap((event) => writeEvent(event, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

const writeEvent = ({ uid, day, summary, description, url }: DayEvent, now: number) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTAMP:${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`,
  `DTSTART;VALUE=DATE:${compact(day)}`,
  `DTEND;VALUE=DATE:${compact(nextDay(day))}`,
  `SUMMARY:${escape(summary)}`,
  `DESCRIPTION:${escape(description)}`,
  `URL:${url}`,
  "TRANSP:TRANSPARENT",
  ...ALARM_DAYS.flatMap((days) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escape(summary)}`,
    `TRIGGER:-P${days}D`,
    "END:VALARM",
  ]),
  "END:VEVENT",
];

const compact = (day: string) => day.replaceAll("-", "");
const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

const escape = (text: string) =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, "\\n");

/** Breaks a long line between characters; each further line begins with a blank, which counts. */
function fold(line: string): string {
  let octets = 0;
  let folded = "";
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
