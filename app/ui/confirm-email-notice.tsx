import { Alert } from "./notice.tsx";

/** For a shopper whose address nobody has confirmed yet: no order is taken before. */
export function ConfirmEmailNotice() {
  return (
    <Alert tone="info">
      Before your first purchase, please <a href="/verify-email">confirm your e-mail address</a>.
    </Alert>
  );
}
