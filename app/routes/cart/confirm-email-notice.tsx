import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

/** The backend refuses orders until the e-mail address is confirmed. `returnTo` is the current page. */
export function ConfirmEmailNotice({ returnTo }: { returnTo: string }) {
  return (
    <Alert tone="info">
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
