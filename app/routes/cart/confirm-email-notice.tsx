import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
type ConfirmEmailNoticeProps = {
  /** The current page. */
  returnTo: string;
  /** An order was refused for this reason just now. */
  isRefused: boolean;
};

/** The backend refuses orders until the e-mail address is confirmed. */
export function ConfirmEmailNotice({ returnTo, isRefused }: ConfirmEmailNoticeProps) {
  return (
    <Alert tone={isRefused ? "error" : "info"} isFocused={isRefused}>
      <p>{rich("cart.confirmEmail", { link: (parts) => <a href="/verify-email">{parts}</a> })}</p>
      <form method="post" action={`/verify-email?${new URLSearchParams({ returnTo })}`}>
        <Button look="quiet" busyLabel={t("cart.sending")}>
          {rich("cart.sendMailAgain")}
        </Button>
      </form>
    </Alert>
  );
}
