import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type SignInToConfirmProps = { action: string; token: string; isSignedIn: boolean; hasPhoneSignIn: boolean };

/** The ways on for a link of an account in a browser that is not signed in to it. They do not reveal how the account opens. */
export const SignInToConfirm = ({ action, token, isSignedIn, hasPhoneSignIn }: SignInToConfirmProps) => (
  <>
    <Alert>{rich("account.signInToConfirm")}</Alert>
    <p>{rich("account.signInToConfirmLead")}</p>
    {isSignedIn && <p>{rich("account.signInToConfirmOther")}</p>}
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      {hasPhoneSignIn && (
        <p>
          <Button name="intent" value="phone" isWide busyLabel={t("account.signingIn")}>
            {rich("account.continueByPhone")}
          </Button>
        </p>
      )}
      <Button
        name="intent"
        value="login"
        look={hasPhoneSignIn ? "outline" : "primary"}
        isWide
        busyLabel={t("account.signingIn")}
      >
        {rich("account.continueByEmail")}
      </Button>
    </form>
    <p className="muted small">{rich("account.signInToConfirmNot")}</p>
  </>
);
