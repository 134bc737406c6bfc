import { data, href, redirectDocument } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { giftRules, toGift } from "#app/forms/gift.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { backendContext, commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { addLine, describeAddProblem, type NewLine } from "#app/routes/cart/cart-lines.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { NotFound } from "#app/ui/frame/not-found.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { PersonalPart } from "#app/ui/frame/personal-parts.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/product";
import { giftDaysOf } from "./describe-product.server.ts";
import { findProduct } from "./find-product.server.ts";
import { loadProductInTime } from "./load-product.server.ts";
import { choicePath } from "./product-choice-link.ts";
import { ProductHead } from "./product-head.tsx";
import { ProductMissing } from "./product-missing.tsx";
import { ProductView } from "./product-view.tsx";
import { describeShortage } from "./stock-text.ts";
import { readAmount, showChange } from "./typed-amount.server.ts";

export const handle = { keep: "for everybody", keptHref: choicePath, prefetch: true } satisfies RouteHandle;

/** The product and the choice are in the URL: `?product=&denomination=&quantity=&name=`. The product may be late. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { value, late } = await loadProductInTime(request, context, url);
  if (late) return { late: late.then(({ page }) => page) };
  if (value.page.isMissing) throw data(null, 404);
  return data(value.page, value.status);
}

/** Add to Cart. Looks the product up again, because prices and limits from the browser cannot be trusted. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { tenant } = context.get(siteContext);
  const days = form.get("delivery") === "gift" ? giftDaysOf(tenant) : null;
  const submission = parseForm(form, giftRules(days, tenant.features.giftByPhone));
  if (submission.status !== "success") return data(submission.reply(), 400);
  const [id = "", name = null] = [form.get("product"), form.get("name")].map((value) => String(value ?? ""));
  const found = await findProduct(context.get(commerceContext), context.get(backendContext), { id, name });
  if (!found.ok || !found.value?.isAvailable)
    return data(submission.reply({ formErrors: [t("messages.addFailed")] }), 400);

  const { denomination, quantity, fieldErrors, wasChanged } = readAmount(form, found.value);
  // Never add an amount that the shopper has not seen: show the page with the new amount.
  if (fieldErrors.denomination) return data(showChange(submission.reply({ fieldErrors }), form, denomination), 400);
  if (quantity === null) return data(submission.reply({ fieldErrors }), 400);
  const line = { productId: id, denomination, quantity, gift: days && toGift(submission.value) };
  const shortage = describeShortage(found.value, line);
  if (shortage) return data(submission.reply({ formErrors: [shortage] }), 400);
  const added = await addOrKeep(context, line, wasChanged);
  return "problem" in added ? data(submission.reply(added.problem), 400) : redirectDocument(added.next, 303);
}

/** Adds the line to the cart. If the visitor is signed out, or the session has just ended, the line waits for the login. */
async function addOrKeep(context: Route.ActionArgs["context"], line: NewLine, wasChanged: string | null) {
  const session = context.get(sessionContext);
  const added = session.isSignedIn ? await addLine(context.get(commerceContext), line) : undefined;
  if (added?.isInCart) {
    if (!added.isSure) session.setFlash({ kind: "error", text: t("messages.addUnconfirmed") });
    else if (wasChanged) session.setFlash({ kind: "success", text: wasChanged });
    return { next: href("/cart") };
  }
  if (added && session.isSignedIn) return { problem: describeAddProblem(added) };
  session.setWish(line);
  return { next: loginHref(href("/cart")) };
}

export default function ProductPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { viewer, unread, notices } = matches[1].loaderData;
  return (
    <Late of={loaderData} fallback={<LoadingPart>{rich("product.loading")}</LoadingPart>}>
      {({ product, choice, path, problem, isMissing, ...page }) => {
        if (isMissing) return <NotFound />;
        if (product && choice)
          return (
            <>
              <ProductHead shop={shop} product={product} />
              <ProductView
                {...page}
                key={product.id}
                product={product}
                choice={choice}
                brand={shop.brand}
                coins={<PersonalPart name="ownCoins" personal={{ viewer, unread, notices, path }} />}
                refusal={actionData}
              />
            </>
          );
        return (
          <>
            <PageHead shop={shop} title={t("product.title")} />
            <ProductMissing problem={problem} />
          </>
        );
      }}
    </Late>
  );
}
