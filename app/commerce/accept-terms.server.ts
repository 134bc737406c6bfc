import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import { commerceContext, logContext } from "#app/context.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { loadBrand } from "#app/tenant/load-brand.server.ts";
import { termsSections, TERMS_UPDATED } from "#app/ui/terms-text.tsx";

/** Names the terms as this brand shows them: the day of the text and a hash of every word, the brand's own included. */
export function termsVersion(brand: Brand): string {
  const words = createHash("sha256");
  for (const { title, content } of termsSections(brand)) words.update(`${title}\n${renderToStaticMarkup(content)}\n`);
  return `${TERMS_UPDATED} ${words.digest("base64url").slice(0, 16)}`;
}

/** Has the host note which terms the shopper accepts with Pay. A host that cannot (404) keeps nobody from paying. */
export async function acceptTerms(context: Readonly<RouterContextProvider>, orderId: string) {
  const version = termsVersion(await loadBrand(context));
  const noted = await context.get(commerceContext).acceptTerms(orderId, version);
  if (noted.ok || (noted.error.kind === "status" && noted.error.status === 404)) return;
  context.get(logContext).warn({ orderId, version, error: noted.error.kind }, "accepted terms were not noted");
}
