import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { ABOUT_COUPON } from "#app/forms/about-field.ts";
import { isForOtherAccount, otherAccountText } from "#app/forms/account-field.tsx";
import { couponRules } from "#app/forms/coupon.ts";
import { toCouponCode } from "#app/forms/coupon-code.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import type { Session } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/load-coins";
import { loadCoins } from "./load-coins.server.ts";
import { LoadCoins } from "./load-coins-view.tsx";

export const handle = { keep: "for visitors", prefetch: true } satisfies RouteHandle;

/** A code typed before the login comes from the session, not the URL: browser histories and logs keep URLs. */
export function loader({ context }: Route.LoaderArgs) {
  return { code: context.get(sessionContext).typedAbout(ABOUT_COUPON)?.code ?? "" };
}

/** `verify` requests a code's value and spends nothing; `add` redeems it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const submission = parseForm(form, couponRules());
  const shown = {
    code: toCouponCode(String(form.get("code") ?? "").trim()),
    error: undefined,
    problem: null,
    good: null,
  };
  if (submission.status !== "success") return data({ ...shown, error: submission.error?.code?.[0] }, 400);
  const code = toCouponCode(submission.value.code);

  const session = context.get(sessionContext);
  if (!session.isSignedIn) return redirectToLogin(session, code);
  const { user } = context.get(visitorContext);
  if (user && isForOtherAccount(form, user)) return data({ ...shown, problem: otherAccountText(user) }, 409);
  if (form.get("intent") !== "add") {
    if (!context.get(siteContext).tenant.features.verifyCoupon)
      return data({ ...shown, problem: t("messages.codeNotChecked") }, 409);
    const answer = await context.get(commerceContext).verifyCoupon(code);
    if (answer.ok) return { ...shown, good: answer.value.message || t("messages.codeGood") };
    const problem = messageFor("loadCoins", answer.error);
    return data({ ...shown, problem }, pageStatus(answer.error));
  }
  const loaded = await loadCoins(context, code);
  if ("text" in loaded) {
    session.setFlash({ kind: "success", text: loaded.text });
    if (session.typed) session.setTyped(null);
    return redirectDocument(href("/redeem-voucher"), 303);
  }
  if (!session.isSignedIn) return redirectToLogin(session, code);
  return data({ ...shown, problem: loaded.problem }, loaded.status);
}

function redirectToLogin(session: Session, code: string) {
  session.setTyped({ about: ABOUT_COUPON, values: { code } });
  return redirectDocument(`${href("/login")}?${new URLSearchParams({ returnTo: href("/redeem-voucher") })}`, 303);
}

export default function RedeemVoucher({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { loaderData: page } = matches[1];
  const { brand } = shop;
  return (
    <div className="narrow">
      <PageHead
        shop={shop}
        title={t("frame.loadCoins")}
        description={t("orders.loadCoinsDescription", { brand: brand.organizationName })}
        path={href("/redeem-voucher")}
      />
      {(page.viewer ?? page.unread) && <AccountNav brand={shop.brand} current="/redeem-voucher" />}
      <h1>{rich("frame.loadCoins")}</h1>
      <LoadCoins
        viewer={page.viewer}
        balanceProblem={page.coinsProblem}
        code={actionData?.code ?? loaderData.code}
        error={actionData?.error}
        problem={actionData?.problem}
        good={actionData?.good}
        hasVerify={brand.forms.verifyCoupon}
        canVerify={brand.features.verifyCoupon}
      />
    </div>
  );
}
