import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { env } from "#app/base/env.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { shopCookies } from "./cookies.server.ts";
import { PROOF_FIELD } from "./proof-field.ts";
import { Session } from "./session.server.ts";

/**
 * Text browsers send neither Sec-Fetch-Site nor Origin, and Lynx often no Referer, so their POST forms contain a proof.
 * Graphical browsers send at least `Upgrade-Insecure-Requests`.
 */
export const needsFormProof = (has: (header: string) => boolean) =>
  !has("sec-fetch-site") && !has("upgrade-insecure-requests");

const POST_FORM = /<form\b[^>]*\bmethod="post"[^>]*>/g;

/** True if the page has a form that needs a proof in text browsers. */
export const hasPostForm = (html: string) => html.search(POST_FORM) !== -1;

/** Adds the proof to every POST form of a page. Gives the session a form cookie if it has none. */
export function addFormProof(html: Buffer, session: Session, site: Site): Buffer {
  const page = html.toString();
  const proven = page.replace(POST_FORM, (form) => form + fieldOf(session, site));
  return proven === page ? html : Buffer.from(proven);
}

function fieldOf(session: Session, site: Site) {
  if (!session.formKey) session.setFormKey(randomBytes(16).toString("base64url"));
  return `<input type="hidden" name="${PROOF_FIELD}" value="${proofsOf(session, site)[0]}">`;
}

/** True if the form contains the proof for this origin and this session. */
export async function hasFormProof(body: unknown, headers: IncomingHttpHeaders, site: Site): Promise<boolean> {
  const sent = Buffer.isBuffer(body) ? await readField(body, headers["content-type"]) : null;
  const session = await Session.read(shopCookies(site), headers.cookie ?? null);
  return !!sent && !!session.formKey && proofsOf(session, site).some((proof) => areEqualSecrets(sent, proof));
}

async function readField(body: Buffer, type: string | undefined) {
  if (!type?.startsWith("multipart/")) return new URLSearchParams(body.toString()).get(PROOF_FIELD);
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  const field = form?.get(PROOF_FIELD);
  return typeof field === "string" ? field : null;
}

/** One for each secret, the newest first. */
function proofsOf({ formKey, tokens }: Session, { origin }: Site) {
  const bound = JSON.stringify(["form", origin, formKey, tokens?.refreshToken ?? null]);
  return env.SESSION_SECRETS.map((secret) => createHmac("sha256", secret).update(bound).digest("base64url"));
}
