import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type SignInToConfirmProps = { action: string; token: string; isSignedIn: boolean };

/** The way on for a link of an account that opens by phone, in a browser that is not signed in to it. */
export const SignInToConfirm = ({ action, token, isSignedIn }: SignInToConfirmProps) => (
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
