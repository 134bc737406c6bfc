import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import type { Phones } from "../phones/phones.ts";
import { randomLetters } from "../wire/ids.ts";
import { readBody } from "../wire/read-body.ts";
import { type Call, ok, Refusal, type Vendor } from "../wire/vendor.ts";
import type { Account, WhatsAppFailure, WhatsAppTemplate } from "./account.ts";
import { errorAnswer, NOT_ON_WHATSAPP, refuse } from "./errors.ts";

/** Meta refuses line ends, tabs and long gaps in parameters. */
const Text = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^(?!.*[\n\t])(?!.* {5})/s, { error: "has line ends, tabs or more than four spaces" });
const parameters = z.array(z.strictObject({ type: z.literal("text"), text: Text }));

/** Meta's page writes text, and libraries send a number. */
const FirstButton = z.union([z.literal("0"), z.literal(0)]);

const Component = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("body"), parameters }),
  z.strictObject({ type: z.literal("button"), sub_type: z.literal("url"), index: FirstButton, parameters }),
]);
type Component = z.output<typeof Component>;

const NewMessage = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z.string().regex(/^\+?\d{10,15}$/),
  type: z.literal("template"),
  template: z.strictObject({
    name: z.string(),
    language: z.strictObject({ code: z.string(), policy: z.literal("deterministic").optional() }),
    components: z.array(Component).optional(),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

const MOST_CODE_CHARACTERS = 15;

/** Sending, and the number's own data. */
export function addMessagesApi(vendor: Vendor, account: Account, phones: Phones<WhatsAppFailure>): void {
  const isMeta = account.host === "meta";

  vendor.route("POST", isMeta ? "/:version/:number/messages" : "/messages", "send message", (call) => {
    requireAccess(account, call);
    const body = readBody(call, NewMessage, {
      isStrict: true,
      refuse: ({ field, message, isMissing }) =>
        isMissing
          ? refuse(400, 131008, "Required parameter is missing", field)
          : refuse(400, 100, "Invalid parameter", `${field} ${message}`),
    });
    const { to, template, biz_opaque_callback_data: ref = null } = body;
    const refusal = account.refusesNext;
    account.refusesNext = null;
    if (refusal !== null) throw new Refusal(refusal.failure.title, errorAnswer(refusal.status, refusal.failure));
    const shown = showOn(findTemplate(account, template.name, template.language.code), template.components ?? []);
    const id = `wamid.${randomLetters(40)}`;
    phones.accept({
      id,
      ref,
      to,
      template: `${template.name} (${template.language.code})`,
      ...shown,
      receiptUrl: account.webhookUrl,
      fate: account.strangers.has(to) ? NOT_ON_WHATSAPP : null,
    });
    const message_status = account.holdsNext ? "held_for_quality_assessment" : "accepted";
    account.holdsNext = false;
    return ok({
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to.replace("+", "") }],
      messages: [{ id, message_status }],
    });
  });

  if (isMeta)
    vendor.route("GET", "/:version/:number", "read number", (call) => {
      requireAccess(account, call);
      return ok({ id: account.phoneNumberId });
    });
}

function requireAccess({ host, keys, phoneNumberId }: Account, { headers, params }: Call): void {
  if (host === "360dialog") {
    if (areEqualSecrets(String(headers["d360-api-key"] ?? ""), keys.token)) return;
    throw new Refusal("Invalid api_key", { status: 401, body: { meta: { success: false } } });
  }
  if (!areEqualSecrets(headers.authorization ?? "", `Bearer ${keys.token}`))
    throw refuse(401, 190, "Error validating access token: Session has expired");
  if (!/^v\d{2}\.\d$/.test(params.version!)) throw refuse(400, 2500, "Unknown path components");
  if (params.number !== phoneNumberId)
    throw refuse(400, 100, `Unsupported request. Object with ID '${params.number}' does not exist`);
}

function findTemplate({ templates, paused }: Account, name: string, language: string): WhatsAppTemplate {
  const found = templates.find((one) => one.name === name && one.language === language);
  if (found === undefined)
    throw refuse(404, 132001, "Template name does not exist in the translation", `${name} ${language}`);
  if (paused.has(name)) throw refuse(400, 132015, "Template is Paused");
  return found;
}

/** The text and the button on the phone. It refuses components that the template does not have. */
function showOn(template: WhatsAppTemplate, components: Component[]): { text: string; link: string | null } {
  const textsOf = (type: Component["type"]) => {
    const found = components.filter((one) => one.type === type);
    if (found.length > 1) throw refuse(400, 100, "Invalid parameter", `two components of the type ${type}`);
    return found[0]?.parameters.map(({ text }) => text) ?? [];
  };
  const [inBody, inButton] = [textsOf("body"), textsOf("button")];
  const expected = new Set(template.body.match(/\{\{\d+\}\}/g)).size;
  if (inBody.length !== expected)
    throw refuse(
      400,
      132000,
      "Number of parameters does not match the expected number of params",
      `body: number of localizable_params (${inBody.length}) does not match the expected number of params (${expected})`,
    );
  const hasButton = template.button !== null || template.category === "AUTHENTICATION";
  if (hasButton && inButton.length !== 1)
    throw refuse(400, 131008, "Required parameter is missing", "the button's text");
  if (!hasButton && inButton.length > 0) throw refuse(400, 132000, "Number of parameters does not match", "no button");
  if (template.category === "AUTHENTICATION") requireCode(inBody[0]!, inButton[0]!);
  return {
    text: template.body.replace(/\{\{(\d+)\}\}/g, (_, at) => inBody[Number(at) - 1]!),
    link: template.button?.replace("{{1}}", inButton[0]!) ?? null,
  };
}

function requireCode(code: string, copied: string): void {
  if (code !== copied || code.length > MOST_CODE_CHARACTERS)
    throw refuse(400, 131009, "Parameter value is not valid", "the code must stand in the body and in the button");
}
