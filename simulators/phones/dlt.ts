/** The registration of a business at DLT, by which operators compare each SMS. */
export type DltRegister = {
  entityId: string;
  headers: string[];
  /** The registered texts with {#var#} by their DLT template ids. */
  texts: Record<string, string>;
  /** The white-listed addresses. The fixed part of an address that varies ends in "?". */
  urls: string[];
};

export type DltFault = "entity" | "header" | "template" | "url";

type Sms = { entityId?: string; header: string; templateId?: string; text: string };

const MOST_VARIABLE_CHARACTERS = 40;
const URLS = /https?:\/\/\S+/g;

/** The operator's reason for which it blocks an SMS; null if it delivers it. */
export function scrub(register: DltRegister, { entityId, header, templateId, text }: Sms): DltFault | null {
  if (entityId !== undefined && entityId !== register.entityId) return "entity";
  if (!register.headers.includes(header)) return "header";
  const texts = templateId === undefined ? Object.values(register.texts) : [register.texts[templateId]];
  if (!texts.some((registered) => registered !== undefined && isOf(registered, text))) return "template";
  const isListed = (url: string) =>
    register.urls.some((listed) => (listed.endsWith("?") ? url.startsWith(listed) : url === listed));
  return (text.match(URLS) ?? []).every(isListed) ? null : "url";
}

/** Operators ignore spaces, line ends, full stops and commas in the comparison. */
function isOf(registered: string, text: string): boolean {
  const fixed = registered.split("{#var#}").map((part) => escapeForm(simplify(part)));
  return new RegExp(`^${fixed.join(`[^]{0,${MOST_VARIABLE_CHARACTERS}}`)}$`, "u").test(simplify(text));
}

const simplify = (text: string) => text.replace(/[\s.,]/g, "");
const escapeForm = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
