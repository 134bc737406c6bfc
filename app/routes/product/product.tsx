import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { backendContext, commerceContext, sessionContext, siteContext } from "#app/context.ts";
import { giftRules, toGift } from "#app/forms/gift.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { productsMessage, TEXTS } from "#app/messages.ts";
import { addLine, describeAddProblem } from "#app/routes/cart/cart-lines.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/product";
import { describeProduct, giftDaysOf, readChoice } from "./describe-product.server.ts";
import { findProduct } from "./find-product.server.ts";
import { ProductHead } from "./product-head.tsx";
import { ProductMissing } from "./product-missing.tsx";
import { ProductView } from "./product-view.tsx";
import { loadStockNotices } from "./stock-notices.server.ts";
import { describeShortage } from "./stock-text.ts";
import { readAmount, showChange } from "./typed-amount.server.ts";

export const handle = { prefetch: true } satisfies RouteHandle;

const NOTHING = { product: null, choice: null, giftDays: null, notices: null };

/** The product and the choice are in the URL: `?product=&denomination=&quantity=&name=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("product");
  if (!id) return { ...NOTHING, problem: null };
  const wanted = { id, name: url.searchParams.get("name") };
  const found = await findProduct(context.get(commerceContext), context.get(backendContext), wanted);
  const { tenant } = context.get(siteContext);
  if (!found.ok) return data({ ...NOTHING, problem: productsMessage(found.error, tenant) }, pageStatus(found.error));
  if (!found.value) throw data(null, 404);
  const choice = readChoice(url.searchParams, found.value);
  return {
    product: describeProduct(found.value, tenant),
    choice,
    problem: null,
    giftDays: giftDaysOf(tenant),
    notices: await loadStockNotices(context, found.value, choice.denomination),
  };
}

/** Add to Cart. Looks the product up again, because prices and limits from the browser cannot be trusted. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const [commerce, session] = [context.get(commerceContext), context.get(sessionContext)];
  const days = form.get("delivery") === "gift" ? giftDaysOf(context.get(siteContext).tenant) : null;
  const submission = parseForm(form, giftRules(days));
  if (submission.status !== "success") return data(submission.reply(), 400);
  const [id = "", name = null] = [form.get("product"), form.get("name")].map((value) => String(value ?? ""));
  const found = await findProduct(commerce, context.get(backendContext), { id, name });
  if (!found.ok || !found.value?.isAvailable) return data(submission.reply({ formErrors: [TEXTS.addFailed] }), 400);

  const { denomination, quantity, fieldErrors, wasChanged } = readAmount(form, found.value);
  // Never add what the shopper has not seen: show the page with the new amount.
  if (fieldErrors.denomination) return data(showChange(submission.reply({ fieldErrors }), form, denomination), 400);
  if (quantity === null) return data(submission.reply({ fieldErrors }), 400);
  const line = { productId: id, denomination, quantity, gift: days && toGift(submission.value) };
  const shortage = describeShortage(found.value, line);
  if (shortage) return data(submission.reply({ formErrors: [shortage] }), 400);
  if (session.isSignedIn) {
    const added = await addLine(commerce, line);
    if (added.isInCart) {
      if (!added.isSure) session.setFlash({ kind: "error", text: TEXTS.addUnconfirmed });
      else if (wasChanged) session.setFlash({ kind: "success", text: wasChanged });
      return redirectDocument(href("/cart"), 303);
    }
    if (session.isSignedIn) return data(submission.reply(describeAddProblem(added)), 400);
  }
  // Signed out, perhaps just now: keep the wish for the login.
  session.setWish(line);
  return redirectDocument(`${href("/login")}?returnTo=${encodeURIComponent(href("/cart"))}`, 303);
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { product, choice, problem, giftDays, notices } = loaderData;
  const { brand } = shop;
  if (product && choice) {
    return (
      <>
        <ProductHead shop={shop} product={product} />
        <ProductView
          key={product.id}
          product={product}
          choice={choice}
          brand={brand}
          giftDays={giftDays}
          notices={notices}
          refusal={actionData}
        />
      </>
    );
  }
  return (
    <>
      <PageHead shop={shop} title="Product" />
      <ProductMissing problem={problem} />
    </>
  );
}
