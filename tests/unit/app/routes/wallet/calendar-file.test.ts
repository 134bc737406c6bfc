import ICAL from "ical.js";
import { expect, test } from "vitest";

import { writeCalendar } from "../../../../../app/routes/wallet/calendar-file.ts";

const NOW = Date.parse("2026-11-30T05:06:07.890Z");
const event = {
  uid: "card-1@maple.example",
  day: "2026-12-31",
  summary: "Six Yard Story; \\ saree, of ₹2,500.00 expires",
  description: "पहली पंक्ति, जो इतनी लंबी है कि उसे एक पंक्ति में नहीं लिखा जा सकता, क्योंकि 75 ऑक्टेट कम हैं 🪷🪷🪷🪷\nsecond line",
  url: "https://maple.example/wallet/1",
};

test("a calendar file is read by another program as it was written", () => {
  const file = writeCalendar([event, { ...event, uid: "card-2@maple.example", day: "2028-02-28" }], {
    name: "Maple – Wallet",
    now: NOW,
  });
  const calendar = new ICAL.Component(ICAL.parse(file) as never);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Maple – Wallet");
  const [first, second] = calendar.getAllSubcomponents("vevent");
  const read = new ICAL.Event(first);
  expect([read.uid, read.summary, read.description]).toEqual([event.uid, event.summary, event.description]);
  expect([read.startDate.isDate, read.startDate.toString(), read.endDate.toString()]).toEqual([
    true,
    "2026-12-31",
    "2027-01-01",
  ]);
  expect(new ICAL.Event(second).endDate.toString()).toBe("2028-02-29");
  expect(String(first!.getFirstPropertyValue("dtstamp"))).toBe("2026-11-30T05:06:07Z");
  expect(first!.getFirstPropertyValue("url")).toBe(event.url);
  const alarms = first!.getAllSubcomponents("valarm").map((alarm) => String(alarm.getFirstPropertyValue("trigger")));
  expect(alarms).toEqual(["-P30D", "-P7D"].map((trigger) => ICAL.Duration.fromString(trigger).toString()));
});

test("its lines end with CRLF and have at most 75 octets, without half a character", () => {
  const file = writeCalendar([event], { name: "Maple", now: NOW });
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
  const lines = file.slice(0, -2).split("\r\n");
  expect(lines.join("")).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith(" "))).toBe(true);
  expect(file.isWellFormed()).toBe(true);
});
