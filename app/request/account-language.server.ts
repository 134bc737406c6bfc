import type { RouterContextProvider } from "react-router";

import { currentLanguage } from "../../config/language/current.ts";
import * as contexts from "./context.ts";

/**
 * Keeps the language that a shopper chooses with this request in the account. The page does not wait, and a failure leaves the
 * choice to this browser. Without a choice, the browser's next pages follow the account.
 */
export function followLanguage(context: Readonly<RouterContextProvider>) {
  const { user } = context.get(contexts.visitorContext);
  const { tenant } = context.get(contexts.siteContext);
  if (!user || !tenant.features.accountLanguage || tenant.languages.length === 1) return;
  const { code } = currentLanguage();
  const isChoice = context.get(contexts.languageChoiceContext) === "now";
  context.get(contexts.sessionContext).setAccountLanguage(isChoice ? code : user.language);
  if (!isChoice || code === user.language) return;
  const commerce = context.get(contexts.commerceContext);
  void commerce.keepLanguage(code).then((kept) => {
    if (kept.ok) return;
    context.get(contexts.logContext).info({ reason: kept.error.kind }, "the account does not keep the language");
  });
}
