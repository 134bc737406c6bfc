import { data, href, redirectDocument, type RouterContextProvider } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext } from "#app/request/context.ts";
import { phonePageHref, verifyEmailHref } from "#app/routes/links.ts";
import { safePath } from "#app/tenant/urls.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

type Context = Readonly<RouterContextProvider>;

/** Confirms the address of a mailed link, sends the link again, or leads to the sign-in that it needs. */
export async function runVerification({ request, context, url }: { request: Request; context: Context; url: URL }) {
  const form = await request.formData();
  if (!form.has("token")) return sendAgain(context, url);
  const token = String(form.get("token"));
  const intent = form.get("intent");
  if (intent === "phone" || intent === "login") return signInFirst(context, token, intent);
  return confirm(context, token);
}

async function sendAgain(context: Context, url: URL) {
  const sent = await context.get(commerceContext).sendVerification();
  if (!sent.ok) return refuse(sent.error);
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.verificationSent") });
  return redirectDocument(safePath(url.searchParams.get("returnTo"), href("/verify-email")), 303);
}

async function confirm(context: Context, token: string) {
  const session = context.get(sessionContext);
  const answer = await verify(context, token);
  if (!answer.ok) {
    const { error } = answer;
    const needsSignIn = error.kind === "status" && error.code === "sign_in_required";
    return needsSignIn ? data({ problem: null, unconfirmed: token }, pageStatus(error)) : refuse(error);
  }
  const { resetToken } = answer.value;
  if (resetToken !== null) {
    session.setReset({ token: resetToken });
    session.setFlash({ kind: "success", text: t("messages.chooseOwnPassword") });
    return redirectDocument(href("/reset-password"), 303);
  }
  session.setFlash({ kind: "success", text: t("messages.emailVerified") });
  return redirectDocument(session.isSignedIn ? href("/") : href("/login"), 303);
}

/** Most links need no session, so one that has ended is no obstacle. */
async function verify(context: Context, token: string) {
  const commerce = context.get(commerceContext);
  const answer = await commerce.verifyEmail(token);
  return !answer.ok && answer.error.kind === "signed-out" ? commerce.verifyEmail(token) : answer;
}

/** Leads to a sign-in, which returns to the link. Another account is signed out first. */
async function signInFirst(context: Context, token: string, intent: "phone" | "login") {
  if (context.get(sessionContext).isSignedIn) await context.get(commerceContext).logOut();
  const returnTo = verifyEmailHref(token);
  return redirectDocument(intent === "phone" ? phonePageHref("/phone", returnTo) : loginHref(returnTo), 303);
}

const refuse = (error: CallError) =>
  data({ problem: messageFor("verifyEmail", error), unconfirmed: null }, pageStatus(error));
