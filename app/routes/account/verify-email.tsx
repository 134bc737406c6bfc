import { data, href, redirectDocument } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { phonePageHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safePath } from "#app/tenant/urls.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/verify-email";
import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";

/** Mail scanners open links, so opening the link confirms nothing: the page requires a button press. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.emailVerification) throw data(null, 404);
  const { user } = context.get(visitorContext);
  const token = url.searchParams.get("token") ?? "";
  if (user?.email === "" && token === "") throw redirectDocument(href("/add-email"));
  return { token, email: user?.email ?? null, isVerified: user?.isEmailVerified ?? false };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  if (!form.has("token")) return sendAgain(context, url);
  const token = String(form.get("token"));
  if (form.get("intent") === "sign-in") return signInFirst(context, token);
  return confirm(context, token);
}

type Context = Route.ActionArgs["context"];

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

/** Leads to the sign-in, which returns to the link. Another account is signed out first. */
async function signInFirst(context: Context, token: string) {
  if (context.get(sessionContext).isSignedIn) await context.get(commerceContext).logOut();
  const returnTo = linkHref(token);
  const { features } = context.get(siteContext).tenant;
  return redirectDocument(features.phoneSignIn ? phonePageHref("/phone", returnTo) : loginHref(returnTo), 303);
}

const refuse = (error: CallError) =>
  data({ problem: messageFor("verifyEmail", error), unconfirmed: null }, pageStatus(error));

const linkHref = (token: string) => `${href("/verify-email")}?${new URLSearchParams({ token })}`;

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { token, email, isVerified } = loaderData;
  const { brand } = shop;
  const { problem, unconfirmed } = actionData ?? {};
  if (unconfirmed)
    return (
      <AccountPage brand={brand} title={rich("account.confirmEmail")}>
        <PageHead shop={shop} title={t("account.confirmEmailTitle")} />
        <SignInToConfirm action={linkHref(unconfirmed)} token={unconfirmed} isSignedIn={email !== null} />
      </AccountPage>
    );
  return (
    <AccountPage brand={brand} title={rich("account.confirmEmail")} lead={rich("account.confirmEmailLead")}>
      <PageHead shop={shop} title={t("account.confirmEmailTitle")} />
      {problem && <Alert>{problem}</Alert>}
      {isVerified ? (
        <>
          <p>{rich("account.emailConfirmed", { email: email ?? "" })}</p>
          <ButtonLink href={href("/")}>{rich("account.browse")}</ButtonLink>
        </>
      ) : (
        <>
          {token && !problem && (
            <form method="post" action={linkHref(token)}>
              <input type="hidden" name="token" value={token} />
              <Button isWide busyLabel={t("account.confirming")}>
                {rich("account.confirmOwnEmail")}
              </Button>
            </form>
          )}
          {(!token || problem) && email && <SendAgain email={email} />}
          {(!token || problem) && !email && (
            <p>
              {rich("account.loginToSend", {
                link: (parts) => <a href={`${href("/login")}?returnTo=${href("/verify-email")}`}>{parts}</a>,
              })}
            </p>
          )}
          {!token && <DemoOutbox brand={brand} />}
        </>
      )}
    </AccountPage>
  );
}

function SendAgain({ email }: { email: string }) {
  return (
    <>
      <p>{rich("account.openLink", { email })}</p>
      <form method="post" action={href("/verify-email")}>
        <Button look="outline" busyLabel={t("account.sending")}>
          {rich("account.sendMailAgain")}
        </Button>
      </form>
    </>
  );
}

type SignInToConfirmProps = { action: string; token: string; isSignedIn: boolean };

/** The way on for a link of an account that opens by phone, in a browser that is not signed in to it. */
const SignInToConfirm = ({ action, token, isSignedIn }: SignInToConfirmProps) => (
  <>
    <Alert>{rich("account.signInToConfirm")}</Alert>
    <p>{rich("account.signInToConfirmLead")}</p>
    {isSignedIn && <p>{rich("account.signInToConfirmOther")}</p>}
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      <Button name="intent" value="sign-in" isWide busyLabel={t("account.signingIn")}>
        {rich("account.continueByPhone")}
      </Button>
    </form>
    <p className="muted small">{rich("account.signInToConfirmNot")}</p>
  </>
);
