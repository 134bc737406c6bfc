import type { RouterContextProvider } from "react-router";

import { identifyVisitor } from "#app/session/visitor.server.ts";

import { currentLanguage } from "../../config/language/current.ts";
import * as contexts from "./context.ts";

type Context = Readonly<RouterContextProvider>;

/** Reads the shopper and puts the visitor into the context. */
export async function meetVisitor(context: Context): Promise<void> {
  const [session, commerce] = [context.get(contexts.sessionContext), context.get(contexts.commerceContext)];
  context.set(contexts.visitorContext, await identifyVisitor(session, commerce, context.get(contexts.backendContext)));
  followLanguage(context);
}

/**
 * Keeps the language that a shopper chooses with this request in the account. The page does not wait, and a failure leaves the
 * choice to this browser. Without a choice, the browser's next pages follow the account.
 */
function followLanguage(context: Context) {
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
