import { createHash } from "node:crypto";

import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";

import { commerceContext, logContext, siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import type { ArticleProps } from "#app/routes/static/article.tsx";
import { termsArticle } from "#app/routes/static/terms-text.tsx";

import { ownPage } from "../../../config/brand/pages.ts";

/** Identifies the brand's terms: the date of the text, if it has one, and a hash of its words. */
function termsVersion({ updated = "undated", lead, intro, sections }: ArticleProps): string {
  const words = createHash("sha256");
  words.update(renderToStaticMarkup(lead) + renderToStaticMarkup(intro));
  for (const { title, content } of sections) words.update(`${title}\n${renderToStaticMarkup(content)}\n`);
  return `${updated} ${words.digest("base64url").slice(0, 16)}`;
}

/** Sends the version of the accepted terms to a backend with `features.acceptedTerms`. A failure never stops a payment. */
export async function acceptTerms(context: Readonly<RouterContextProvider>, orderId: string) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.acceptedTerms) return;
  const version = termsVersion(termsArticle(await loadBrand(context), ownPage(tenant, "terms-conditions")));
  const noted = await context.get(commerceContext).acceptTerms(orderId, version);
  if (noted.ok) return;
  context.get(logContext).warn({ orderId, version, error: noted.error.kind }, "cannot record the accepted terms");
}
