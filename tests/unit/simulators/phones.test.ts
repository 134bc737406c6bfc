import { expect, test } from "vitest";

import { scrub } from "../../../simulators/phones/dlt.ts";
import { rehearseDlt, rehearseWhatsApp } from "../../../simulators/phones/rehearsed-texts.ts";
import { dltRegister } from "../../helpers/messengers/dlt-register.ts";

const VOUCHERS = "1107160000000000001";
const TEXT = "Hi Asha, your gift cards from Maple are ready: https://gifts.maple.example/order-history?n=1";
const sms = (more: object = {}) => ({ header: "MAPLEG", templateId: VOUCHERS, text: TEXT, ...more });

test.each([
  ["the registered text", {}, null],
  ["without a template id", { templateId: undefined }, null],
  ["with other spaces, line ends, commas and full stops", { text: TEXT.replace(", your ", "\n your. ") }, null],
  ["with a value of 40 characters", { text: TEXT.replace("Asha", "x".repeat(40)) }, null],
  ["with a value of 41 characters", { text: TEXT.replace("Asha", "x".repeat(41)) }, "template"],
  ["with another word", { text: TEXT.replace("ready", "here") }, "template"],
  ["with a text behind it", { text: `${TEXT} Bye` }, null],
  ["of another template", { templateId: "1107160000000000003" }, "template"],
  ["of an unknown template", { templateId: "1" }, "template"],
  ["of another header", { header: "OTHERS" }, "header"],
  ["of another entity", { entityId: "1" }, "entity"],
])("an SMS %s: %o is blocked for %s", (_what, more, fault) => {
  expect(scrub(dltRegister(), sms(more))).toBe(fault);
});

test.each([
  [["https://gifts.maple.example/order-history?"], null],
  [["https://gifts.maple.example/order-history"], "url"],
  [["https://gifts.maple.example/"], "url"],
  [[], "url"],
])("the white list %j decides about an address", (urls, fault) => {
  expect(scrub({ ...dltRegister(), urls }, sms())).toBe(fault);
});

test("the texts of a rehearsal pass their own registration, and WhatsApp's have as many variables as values", () => {
  const { register, templates } = rehearseDlt("https://gifts.maple.example");
  for (const { dltId, text, values } of templates) {
    expect(text.split("{#var#}")).toHaveLength(values.length + 1);
    const filled = text.replaceAll("{#var#}", "482913");
    expect(scrub(register, { header: register.headers[0]!, templateId: dltId, text: filled })).toBeNull();
  }
  for (const { body, button, values } of rehearseWhatsApp("https://gifts.maple.example"))
    expect((body.match(/\{\{\d\}\}/g) ?? []).length + (button === null ? 0 : 1)).toBe(values.length);
});
