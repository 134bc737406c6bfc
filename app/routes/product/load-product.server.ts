import type { RouterContextProvider } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { inTime } from "#app/http/client-hints.server.ts";
import { backendContext, commerceContext, documentContext, siteContext } from "#app/request/context.ts";
import { productsMessage } from "#app/texts/messages.ts";

import { describeProduct, giftDaysOf, readChoice } from "./describe-product.server.ts";
import { findProduct } from "./find-product.server.ts";
import { choicePath } from "./product-choice-link.ts";
import { loadStockNotices } from "./stock-notices.server.ts";

const NOTHING = {
  product: null,
  choice: null,
  path: "",
  giftDays: null,
  notices: null,
  problem: null,
  isMissing: false,
};

/** As inTime. Without productById the page waits: the search for the product may take longer than a page may stream. */
export async function loadProductInTime(request: Request, context: Readonly<RouterContextProvider>, url: URL) {
  const loading = loadProduct(context, url);
  const { features } = context.get(siteContext).tenant;
  return features.productById ? inTime(request, loading) : { value: await loading, late: undefined };
}

/** Loads the product page. `isMissing`: there is no such product. */
async function loadProduct(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const id = searchParams.get("product");
  if (!id) return { page: NOTHING, status: 200 };
  const wanted = { id, name: searchParams.get("name") };
  const found = await findProduct(context.get(commerceContext), context.get(backendContext), wanted);
  const { tenant } = context.get(siteContext);
  if (!found.ok) {
    const problem = productsMessage(found.error, tenant);
    return { page: { ...NOTHING, problem }, status: pageStatus(found.error) };
  }
  if (!found.value) return { page: { ...NOTHING, isMissing: true }, status: 404 };
  const choice = readChoice(searchParams, found.value);
  const page = {
    ...NOTHING,
    product: describeProduct(found.value, tenant),
    choice,
    path: choicePath(searchParams),
    giftDays: giftDaysOf(tenant),
    notices: await loadStockNotices(context, found.value, choice.denomination),
  };
  // A shopper's own notices have no placeholder.
  if (page.notices) context.get(documentContext).isForVisitors = true;
  return { page, status: 200 };
}
