import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { eventsToTick } from "../../../../api/gateways/webhook-events.ts";
import { PaymentsSchema } from "../../../../config/brand/schema.ts";

/** The events that a gateway's page lists, without the words between them. */
function listedIn(gateway: string): string[] {
  const page = readFileSync(new URL(`../../../../docs/gateways/${gateway}.md`, import.meta.url), "utf8");
  const list = /- Events(?: for `hosted`)?: ([\s\S]*?)\.\n/.exec(page)![1]!;
  const names = list.includes("`") ? list.match(/`\w+(?:\.\w+)+`/g)! : list.split(",");
  return names.map((name) => name.replaceAll(/`|\s+/g, (space) => (space === "`" ? "" : " ")).trim());
}

test.each(["razorpay", "cashfree", "phonepe"])("the page of %s lists the events that the console names", (gateway) => {
  const named = ["hosted", "direct"].flatMap((mode) => eventsToTick(PaymentsSchema.parse({ gateway, mode })));
  expect(listedIn(gateway).toSorted()).toEqual([...new Set(named)].toSorted());
});
