import { siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";

import type { Route } from "./+types/security-txt";

const DAY_MS = 24 * 60 * 60_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** RFC 9116. Answers 404 for a brand without a contact. */
export async function loader({ context }: Route.LoaderArgs) {
  const { tenant, origin, isSecure } = context.get(siteContext);
  const { email } = await loadBrand(context);
  const contact = tenant.legal.securityContact ?? (email && `mailto:${email}`);
  if (!contact) throw new Response(null, { status: 404 });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    // RFC 9116 requires https for web URIs.
    isSecure && `Canonical: ${origin}/.well-known/security.txt`,
    "Preferred-Languages: en",
    tenant.legal.securityPolicy && `Policy: ${tenant.legal.securityPolicy}`,
  ];
  return new Response(`${lines.filter(Boolean).join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
