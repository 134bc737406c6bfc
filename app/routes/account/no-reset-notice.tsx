import type { Brand } from "#app/tenant/brand.ts";
import { Alert } from "#app/ui/notice.tsx";

const REASON = "This shop cannot reset passwords on its website, so it sends no code and changes no password.";

const helpText = (email: string) =>
  email ? `For a new password, write to ${email}.` : "For a new password, please contact us.";

/** Shown after the last step if nothing was reset. */
export const notResetText = ({ email }: Pick<Brand, "email">) =>
  `Your password has not changed. ${REASON} ${helpText(email)}`;

/** Stands beside each step if the backend cannot reset passwords; else renders nothing. */
export function NoResetNotice({ brand: { email, features } }: { brand: Brand }) {
  if (features.passwordReset) return null;
  return (
    <Alert tone="info">
      {REASON}{" "}
      {email ? (
        <>
          For a new password, write to <a href={`mailto:${email}`}>{email}</a>.
        </>
      ) : (
        helpText(email)
      )}
    </Alert>
  );
}
