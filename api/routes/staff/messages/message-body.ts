import { z } from "zod";

import type { TemplatePlace } from "../../../../config/brand/message-templates.ts";
import {
  CHANNELS,
  MESSAGE_KINDS,
  type Messages,
  MessagesSchema,
  type Provider,
} from "../../../../config/brand/messages.ts";
import type { Tenant } from "../../../../config/brand/schema.ts";
import { languages } from "../../../../config/language/current.ts";
import { ApiError } from "../../../base/error.ts";
import { parse, Text } from "../../../http/parse.ts";
import { refuseAddress } from "../../../setup/addresses.ts";
import { setProvider, setTemplate, type WrittenMessages } from "../../../setup/edit-messages.ts";
import { refuseExposure } from "../../../setup/refuse-exposure.ts";
import { readSeen, refuseChanged } from "../../../setup/save-field.ts";
import type { Staff } from "../../../staff/staff.ts";
import type { BrandCall } from "../../brand-route.ts";

const channel = z.enum(CHANNELS);
const kind = z.enum(MESSAGE_KINDS);
const language = z.string().refine((code) => languages.has(code), { error: "must be a language of the shop" });
const seen = Text(64);

/** `settings`: the form's texts by field; an empty one is left out. */
export const TryChannelBody = z.object({
  channel,
  settings: z.record(z.string().regex(/^[A-Za-z]{1,30}$/), Text(200)),
});
/** The objections that the member has seen and overrides, and the hash of the files that the member saw. */
export const SaveChannelBody = TryChannelBody.extend({ seen, confirmed: z.array(z.literal("refused")).default([]) });
export const RemoveChannelBody = z.object({ channel, seen });

const Place = z.object({ kind, channel, language });
export const SaveTemplateBody = Place.extend({
  seen,
  id: Text(100),
  dlt_id: Text(30).default(""),
  /** Its lines end with LF, or with CR LF as forms send them. */
  text: z.string().max(2_000).default(""),
  /** The values in the order of the variables, with commas. */
  values: Text(200).default(""),
});
export const RemoveTemplateBody = z.object({ kind, channel, language: Text(10), seen });
export const TestBody = Place.extend({ phone: Text(30) });

/** A brand's messages from its files, which may be newer than the running shop. `written`: without defaults. */
export function readMessages(staff: Staff, tenant: Tenant) {
  const { files, seen } = readSeen(staff, tenant);
  const written = (files.tenant.messages ?? {}) as WrittenMessages;
  const parsed = MessagesSchema.safeParse(written);
  return { files, seen, written, messages: parsed.success ? parsed.data : tenant.messages };
}

/** @throws ApiError 409 if the files have changed since the member saw them */
export function readUnchanged({ staff, shop }: Pick<BrandCall, "staff" | "shop">, seen: string) {
  const read = readMessages(staff, shop.tenant);
  refuseChanged(seen, read.seen);
  return read;
}

/** The wanted provider, in the form of tenant.json. @throws ApiError 400 with texts by field */
export function readProvider(
  { staff, shop }: Pick<BrandCall, "staff" | "shop">,
  asked: z.output<typeof TryChannelBody>,
) {
  const { tenant } = shop;
  const { written, messages: former } = readMessages(staff, tenant);
  const given = Object.entries(asked.settings).flatMap(([field, text]): [string, string | number][] => {
    const value = text.trim();
    if (value === "") return [];
    return [[field, field === "paise" && /^\d{1,5}(\.\d{1,4})?$/.test(value) ? Number(value) : value]];
  });
  const settings = Object.fromEntries(given);
  const messages = check(setProvider(written, asked.channel, settings), [asked.channel]);
  const provider: Provider = messages[asked.channel]!;
  const formerProvider = former[asked.channel];
  const formerUrl = formerProvider?.provider === provider.provider ? formerProvider.url : undefined;
  if (provider.url !== undefined && provider.url !== formerUrl)
    refuseAddress(shop, provider.url, { use: "MESSAGES", owner: [tenant.id, asked.channel], secrets: staff.secrets });
  refuseExposure(staff.folder, { ...tenant, messages: { ...tenant.messages, [asked.channel]: provider } }, "messages");
  return { settings, provider };
}

/** The wanted template, in the form of tenant.json. @throws ApiError 400 with texts by field */
export function readTemplate(written: WrittenMessages, asked: z.output<typeof SaveTemplateBody>): object {
  const { id, dlt_id: dltId, text, values } = asked;
  const template = {
    id: id.trim(),
    ...(dltId.trim() !== "" && { dltId: dltId.trim() }),
    ...(text.trim() !== "" && { text: text.replaceAll("\r\n", "\n").trim() }),
    values: values
      .split(/[,\s]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  };
  const place: TemplatePlace = asked;
  check(setTemplate(written, place, template), ["templates", place.kind, place.channel, place.language]);
  return template;
}

/** @param path the part that the member changes; the others are older. @throws ApiError 400 with texts by the form's fields */
function check(messages: WrittenMessages | undefined, path: string[]): Messages {
  try {
    return parse(MessagesSchema, messages ?? {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const start = `${path.join(".")}.`;
    const errors = Object.entries(error.errors ?? {}).map(([field, text]) => {
      const own = field.startsWith(start) ? field.slice(start.length) : field;
      return [own === "dltId" ? "dlt_id" : own, text];
    });
    throw new ApiError(400, "Nothing was saved. Look at the fields below.", Object.fromEntries(errors));
  }
}
