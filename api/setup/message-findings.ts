import { fieldOfTemplate, listTemplates } from "../../config/brand/message-templates.ts";
import { type Channel, CHANNEL_NAMES, CHANNELS, MESSAGE_KINDS, type MessageKind } from "../../config/brand/messages.ts";
import { findUnnamedChannels } from "../../config/brand/promised-channels.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import { languages } from "../../config/language/current.ts";
import { listMessengerSecrets } from "../messengers/messenger-secrets.ts";
import { describeReceiptAddress, findReceiptAddress } from "./receipt-address.ts";
import { findTemplateFaults } from "./template-faults.ts";

/** A finding about `messages` of tenant.json, with its dotted field. */
export type MessageFinding = { field: string; reason: string; isRemark: boolean };

const problem = (field: string, reason: string): MessageFinding => ({ field, reason, isRemark: false });
const remark = (field: string, reason: string): MessageFinding => ({ field, reason, isRemark: true });

/** The findings about a brand's messages that need no call to a provider. */
export const findMessageFaults = (tenant: Tenant, secrets: SecretValues): MessageFinding[] => [
  ...CHANNELS.flatMap((channel) => checkChannel(tenant, channel, secrets)),
  ...CHANNELS.flatMap((channel) => findMissingTemplates(tenant, channel)),
  ...listTemplates(tenant.messages).flatMap((it) => checkLanguage(tenant, it)),
  ...listTemplates(tenant.messages).flatMap(({ template, ...place }) =>
    findTemplateFaults(tenant, place, template).map((reason) => problem(fieldOfTemplate(place), reason)),
  ),
  ...findUnnamedChannels(tenant).map((channel) =>
    remark("deliveryChannels", `do not name ${CHANNEL_NAMES[channel]}, by which vouchers are announced`),
  ),
];

function checkChannel(tenant: Tenant, channel: Channel, secrets: SecretValues): MessageFinding[] {
  const settings = tenant.messages[channel];
  if (settings === undefined) return [];
  const field = `messages.${channel}`;
  const missing = listMessengerSecrets(tenant, secrets, [channel]).flatMap(({ problem: text }) =>
    text === null ? [] : [problem(field, text)],
  );
  const address = findReceiptAddress(tenant, channel, settings);
  return [
    ...missing,
    ...(settings.provider === "exotel" ? checkHeader(settings.sender) : []),
    ...(address === null ? [] : [remark(field, describeReceiptAddress(address))]),
  ];
}

/** Operators of networks refuse a message about an order under a header for promotions. */
function checkHeader(sender: string): MessageFinding[] {
  const field = "messages.sms.sender";
  if (/^\d+$/.test(sender))
    return [remark(field, `${sender} is a header for promotions: messages about orders need letters`)];
  return sender.length === 6 ? [] : [remark(field, `${sender} has ${sender.length} characters: DLT headers have six`)];
}

/** Reminders, which go to confirmed addresses anyway. */
const OPTIONAL_KINDS: MessageKind[] = ["coins-lapse", "card-expiry"];

function findMissingTemplates({ languages: offered, messages }: Tenant, channel: Channel): MessageFinding[] {
  if (messages[channel] === undefined) return [];
  return MESSAGE_KINDS.flatMap((kind) => {
    const templates = messages.templates[kind]?.[channel] ?? {};
    const missing = offered.filter((code) => !Object.hasOwn(templates, code));
    const instead = offered.find((code) => Object.hasOwn(templates, code));
    if (instead === undefined) {
      const reason = `is missing: ${CHANNEL_NAMES[channel]} sends no ${kind}`;
      const mail = OPTIONAL_KINDS.includes(kind) ? "; a shopper with a confirmed address gets a mail" : "";
      return [remark(`messages.templates.${kind}.${channel}`, reason + mail)];
    }
    return missing.map((language) =>
      remark(fieldOfTemplate({ kind, channel, language }), `is missing: the message goes out in ${instead}`),
    );
  });
}

function checkLanguage(tenant: Tenant, place: ReturnType<typeof listTemplates>[number]): MessageFinding[] {
  const { channel, language } = place;
  const field = fieldOfTemplate(place);
  if (tenant.messages[channel] === undefined)
    return [remark(field, `is not used: messages.${channel} has no provider`)];
  if (!languages.has(language)) return [problem(field, `${language} is no language of the shop`)];
  return tenant.languages.includes(language)
    ? []
    : [remark(field, `is not used: the brand does not offer ${language}`)];
}
