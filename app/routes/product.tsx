import { data, href, redirectDocument } from "react-router";
import type { Route } from "./+types/product";
import { clampDenomination, clampQuantity } from "#app/commerce/amounts.ts";
import { describeProduct, readChoice } from "#app/commerce/describe-product.server.ts";
import { findProduct } from "#app/commerce/find-product.server.ts";
import { parseRupees } from "#app/commerce/money.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, hostContext, sessionContext, siteContext } from "#app/context.ts";
import { messageFor, TEXTS } from "#app/messages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ProductHead } from "#app/ui/product-head.tsx";
import { ProductView } from "#app/ui/product-view.tsx";

export const handle = { hydrate: true };

/** The product and the choice are in the URL: `?product=&denomination=&quantity=&name=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("product");
  if (!id) return { product: null, choice: null, problem: null };

  const name = url.searchParams.get("name");
  const found = await findProduct(context.get(commerceContext), context.get(hostContext), { id, name });
  if (!found.ok) {
    const problem = messageFor("products", found.error);
    return data({ product: null, choice: null, problem }, pageStatus(found.error));
  }
  if (!found.value) throw data(null, 404);
  const product = describeProduct(found.value, context.get(siteContext).tenant);
  return { product, choice: readChoice(url.searchParams, found.value), problem: null };
}

/** Add to Cart. The product is looked up again: what the browser says of prices and limits does not count. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const commerce = context.get(commerceContext);
  const session = context.get(sessionContext);
  const [id = "", name = null] = [form.get("product"), form.get("name")].map((value) => String(value ?? ""));
  const found = await findProduct(commerce, context.get(hostContext), { id, name });
  if (!found.ok || !found.value?.isAvailable) return data({ problem: TEXTS.addFailed }, 400);

  const line = {
    productId: id,
    denomination: clampDenomination(parseRupees(form.get("denomination")), found.value.denominations),
    quantity: clampQuantity(form.get("quantity")),
  };
  if (session.isSignedIn) {
    const added = await commerce.addToCart(line);
    if (added.ok) return redirectDocument(href("/cart"), 303);
    const isRefused = added.error.kind === "status";
    const problem = isRefused ? messageFor("addToCart", added.error) : TEXTS.addFailed;
    if (session.isSignedIn) return data({ problem }, 400);
  }
  // Signed out, perhaps just now: the wish waits for the login.
  session.setWish(line);
  return redirectDocument(`${href("/login")}?returnTo=${encodeURIComponent(href("/cart"))}`, 303);
}

export default function ProductPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { product, choice, problem } = loaderData;
  const { brand } = matches[0].loaderData;
  if (product && choice) {
    return (
      <>
        <ProductHead shop={matches[0].loaderData} product={product} />
        <ProductView
          key={product.id}
          product={product}
          choice={choice}
          brand={brand}
          hint={choice.hint}
          problem={actionData?.problem}
        />
      </>
    );
  }
  return (
    <div className="content empty">
      <PageHead shop={matches[0].loaderData} title="Product" />
      {problem ? <Alert>{problem}</Alert> : <h1>Loading</h1>}
      <ButtonLink href={href("/")}>Go to Home</ButtonLink>
    </div>
  );
}
