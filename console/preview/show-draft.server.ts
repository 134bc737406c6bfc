import type { RouterContextProvider } from "react-router";

import type { PreviewPage } from "#app/preview/preview.server.ts";
import { SAMPLE_CARD, sampleCatalogue, sampleShopper } from "#app/preview/sample-shop.server.ts";
import type { Scheme } from "#app/preview/scheme.ts";
import { siteContext } from "#app/request/context.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { previewContext } from "../base/context.server.ts";
import { isPreviewPage, PREVIEW_PATHS, type PreviewChoices } from "./pages.ts";

export const schemeIn = (choices: PreviewChoices): Scheme =>
  choices.get("preview-scheme") === "dark" ? "dark" : "light";

type Draft = Pick<PreviewPage, "tenant" | "pictures" | "language">;

/** Returns the shop's page for `preview-page` and `preview-scheme`, with a draft of the brand. */
export async function showDraft(context: Readonly<RouterContextProvider>, choices: PreviewChoices, draft: Draft) {
  const preview = context.get(previewContext);
  const wanted = choices.get("preview-page");
  const page = isPreviewPage(wanted) ? wanted : "home";
  const card = (await preview.findCard(draft.tenant)) ?? null;
  const { id, name } = card ?? SAMPLE_CARD;
  const samples = card === null && hasNoBackend(draft.tenant) ? sampleCatalogue() : {};
  return preview.show({
    ...draft,
    path: page === "product" ? `/shopping-cart?${new URLSearchParams({ product: id, name })}` : PREVIEW_PATHS[page],
    scheme: schemeIn(choices),
    origin: context.get(siteContext).origin,
    samples: page === "cart" ? { ...samples, ...sampleShopper(card ?? { id, name, imageUrl: null }) } : samples,
    isSignedIn: page === "cart",
  });
}

const hasNoBackend = ({ api }: Tenant) => api.url === "embedded";
