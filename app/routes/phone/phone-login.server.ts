import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, languageChoiceContext, sessionContext } from "#app/request/context.ts";
import { hrefAfterLogin } from "#app/routes/account/cookie-check.server.ts";
import { phonePageHref } from "#app/routes/links.ts";
import { addWishToCart } from "#app/routes/product/pending-cart-item.server.ts";
import type { PhoneStep } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { currentLanguage } from "../../../config/language/current.ts";
import type { Route } from "./+types/phone-code";
import { returnToOf } from "./phone-steps.server.ts";

type Entered = { code?: string; choice?: "mine" | "new" };

/** Signs in with a typed code, or with the answer about an account of long ago. */
export async function logIn(
  { request, context, url }: Pick<Route.ActionArgs, "request" | "context" | "url">,
  step: PhoneStep,
  { code = "", choice }: Entered,
) {
  const [session, commerce] = [context.get(sessionContext), context.get(commerceContext)];
  const chosenLanguage = context.get(languageChoiceContext) ? currentLanguage().code : undefined;
  const entered = { transaction: step.transaction, code, choice, chosenLanguage, whatsApp: step.wantsWhatsApp };
  const login = await commerce.logInByPhone(entered);
  if (!login.ok) {
    const { error } = login;
    const isDormant = error.kind === "status" && error.status === 409 && error.code === "dormant";
    if (isDormant || step.isDormant) session.setPhone({ ...step, isDormant });
    if (isDormant) return redirectDocument(phonePageHref("/phone-code", returnToOf(url)), 303);
    return refuse(messageFor("logInByPhone", error), pageStatus(error));
  }
  await commerce.endFormerSession();
  session.signIn(login.value);
  session.setAccountLanguage(login.value.language);
  session.setPhone(null);
  const isWishInCart = await addWishToCart(session, commerce);
  return redirectDocument(hrefAfterLogin(request, isWishInCart ? href("/cart") : returnToOf(url)), 303);
}

/** The refusal belongs to the field, because each of its texts names what to do with the code. */
export const refuse = (problem: string, status: number) =>
  data({ result: { status: "error" as const, error: { code: [problem] } }, problem }, status);
