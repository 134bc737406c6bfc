import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

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
      <p>
        Before your first purchase, please <a href="/verify-email">confirm your e-mail address</a> with the link in our
        mail.
      </p>
      <form method="post" action={`/verify-email?${new URLSearchParams({ returnTo })}`}>
        <Button look="quiet" busyLabel="Sending...">
          Send the mail again
        </Button>
      </form>
    </Alert>
  );
}
