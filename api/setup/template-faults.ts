import type { TemplatePlace } from "../../config/brand/message-templates.ts";
import type { MessageKind, MessageTemplate } from "../../config/brand/messages.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";

const VARIABLE = "{#var#}";

/** The value without which a message is useless, and the fixed part of the address that its link has. */
const NEEDS: Record<MessageKind, { value: string; path?: string }> = {
  vouchers: { value: "link", path: "/order-history" },
  gift: { value: "link", path: "/gift" },
  "card-expiry": { value: "link", path: "/wallet" },
  "sign-in-code": { value: "code" },
  "coins-lapse": { value: "coins" },
};

/** The faults of a template with which its messages would be blocked, or would be of no use to their reader. */
export function findTemplateFaults(tenant: Tenant, { kind, channel }: TemplatePlace, template: MessageTemplate) {
  const { value } = NEEDS[kind];
  return [
    ...(template.values.includes(value) ? [] : [`has no "${value}" in its values`]),
    ...(template.text === undefined ? [] : checkText(tenant, kind, { ...template, text: template.text })),
    ...(template.text !== undefined && tenant.messages[channel]?.provider === "exotel"
      ? countVariables({ ...template, text: template.text })
      : []),
  ];
}

function countVariables({ text, values }: MessageTemplate & { text: string }): string[] {
  const count = text.split(VARIABLE).length - 1;
  if (count === values.length) return [];
  return [`has ${count} ${VARIABLE} in its text and ${values.length} in its values`];
}

/** DLT white-lists addresses by their part before "?"; a token in the path would make each of them another address. */
function checkText(tenant: Tenant, kind: MessageKind, { text }: { text: string }): string[] {
  const { path } = NEEDS[kind];
  return (text.match(/https?:\/\/\S+/gi) ?? []).flatMap((written) => {
    const [host] = written.replace(/^https?:\/\//i, "").split(/[/?#:{]/, 1);
    if (/^http:/i.test(written)) return [`has ${written}: the address must begin with https://`];
    if (!tenant.hostnames.includes(host!.toLowerCase()))
      return [`has ${written}: ${host || "the host"} is no hostname of the brand`];
    const at = written.indexOf(VARIABLE);
    const isQuery = at === -1 || written.slice(0, at).endsWith("?");
    const right = `${canonicalOrigin(tenant)}${path ?? "/"}`;
    if (!isQuery) return [`has ${written}: networks pass only an address such as ${right}?${VARIABLE}`];
    if (at !== -1 && path !== undefined && !written.includes(`${path}?`))
      return [`has ${written}: the link leads to ${right}?${VARIABLE}`];
    return [];
  });
}
