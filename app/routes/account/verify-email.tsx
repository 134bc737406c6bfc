import { data, href, redirectDocument } from "react-router";

import { siteContext, visitorContext } from "#app/request/context.ts";
import { verifyEmailHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/verify-email";
import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";
import { runVerification } from "./run-verification.server.ts";
import { SignInToConfirm } from "./sign-in-to-confirm.tsx";

/** Mail scanners open links, so opening the link confirms nothing: the page requires a button press. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.emailVerification) throw data(null, 404);
  const { user } = context.get(visitorContext);
  const token = url.searchParams.get("token") ?? "";
  if (user?.email === "" && token === "") throw redirectDocument(href("/add-email"));
  return { token, email: user?.email ?? null, isVerified: user?.isEmailVerified ?? false };
}

export const action = (args: Route.ActionArgs) => runVerification(args);

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { token, email, isVerified } = loaderData;
  const { brand } = shop;
  const { problem, unconfirmed } = actionData ?? {};
  if (unconfirmed)
    return (
      <AccountPage brand={brand} title={rich("account.confirmEmail")}>
        <PageHead shop={shop} title={t("account.confirmEmailTitle")} />
        <SignInToConfirm
          action={verifyEmailHref(unconfirmed)}
          token={unconfirmed}
          isSignedIn={email !== null}
          hasPhoneSignIn={brand.features.phoneSignIn}
        />
      </AccountPage>
    );
  return (
    <AccountPage brand={brand} title={rich("account.confirmEmail")} lead={rich("account.confirmEmailLead")}>
      <PageHead shop={shop} title={t("account.confirmEmailTitle")} />
      {problem && <Alert>{problem}</Alert>}
      {token && !problem ? (
        <form method="post" action={verifyEmailHref(token)}>
          <input type="hidden" name="token" value={token} />
          <Button isWide busyLabel={t("account.confirming")}>
            {rich("account.confirmOwnEmail")}
          </Button>
        </form>
      ) : (
        <Present email={email} isVerified={isVerified} />
      )}
      {!token && !isVerified && <DemoOutbox brand={brand} />}
    </AccountPage>
  );
}

/** The address of the account, if the browser is signed in. A link for another one may be open. */
function Present({ email, isVerified }: { email: string | null; isVerified: boolean }) {
  if (email && isVerified)
    return (
      <>
        <p>{rich("account.emailConfirmed", { email })}</p>
        <ButtonLink href={href("/")}>{rich("account.browse")}</ButtonLink>
      </>
    );
  if (email) return <SendAgain email={email} />;
  return (
    <p>
      {rich("account.loginToSend", {
        link: (parts) => <a href={`${href("/login")}?returnTo=${href("/verify-email")}`}>{parts}</a>,
      })}
    </p>
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
