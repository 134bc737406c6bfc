import { redirectDocument, type RouterContextProvider } from "react-router";

import { parseRupees } from "#app/base/money.ts";
import type { Product, StockNotices } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { leftOf } from "#app/pricing/stock.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { productHref } from "#app/routes/links.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import { quickAmounts } from "./quick-amounts.tsx";

type Context = Readonly<RouterContextProvider>;

/** The sold-out amounts to offer notices for; null if the brand has no notices or nothing is sold out. */
export async function loadStockNotices(
  context: Context,
  product: Product,
  chosen: number,
): Promise<StockNotices | null> {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.stockNotice || product.denominations.length === 0) return null;
  const gone = [...new Set([...quickAmounts(product.denominations), chosen])]
    .filter((amount) => !product.isAvailable || leftOf(product, amount) === 0)
    .sort((one, other) => one - other);
  if (gone.length === 0) return null;

  const { user } = context.get(visitorContext);
  if (user === null) {
    const returnTo = productHref(product, tenant, { denomination: chosen });
    return { amounts: toList(gone), firstHref: `/login?${new URLSearchParams({ returnTo })}` };
  }
  if (user.email === "" && user.verifiedPhone) return { amounts: toList(gone), firstHref: "/add-email" };
  if (!user.isEmailVerified) return { amounts: toList(gone), firstHref: "/verify-email" };
  const own = await context.get(commerceContext).listStockNotices();
  const awaited = own.ok ? own.value.filter(({ productId }) => productId === product.id) : [];
  return {
    amounts: toList(
      gone,
      awaited.map(({ denomination }) => denomination),
    ),
    firstHref: null,
  };
}

const toList = (amounts: number[], awaited: number[] = []) =>
  amounts.map((amount) => ({ amount, isAwaited: awaited.includes(amount) }));

export async function changeStockNotice(context: Context, form: FormData): Promise<Response> {
  const [commerce, session] = [context.get(commerceContext), context.get(sessionContext)];
  const { tenant } = context.get(siteContext);
  const [id, name] = [String(form.get("product")), String(form.get("name"))];
  const amount = parseRupees(form.get("tell") ?? form.get("forget")) ?? 0;
  const back = productHref({ id, name }, tenant, { denomination: amount });
  const isAsked = form.has("tell");
  const answer = await (isAsked ? commerce.askForStockNotice(id, amount) : commerce.forgetStockNotice(id, amount));
  if (!answer.ok && !session.isSignedIn) {
    return redirectDocument(`/login?${new URLSearchParams({ returnTo: back })}`, 303);
  }
  const money = formatMoney(amount);
  const done = isAsked ? t("product.noticeNoted", { amount: money }) : t("product.noticeForgotten", { amount: money });
  session.setFlash(
    answer.ok ? { kind: "success", text: done } : { kind: "error", text: messageFor("stockNotice", answer.error) },
  );
  return redirectDocument(back, 303);
}
