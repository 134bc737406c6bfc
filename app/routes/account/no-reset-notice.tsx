import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

/** Shown after the last step if nothing was reset. */
export const notResetText = ({ email }: Pick<Brand, "email">) =>
  email ? t("account.notResetWrite", { email }) : t("account.notReset");

/** Stands beside each step if the backend cannot reset passwords; else renders nothing. */
export function NoResetNotice({ brand: { email, features } }: { brand: Brand }) {
  if (features.passwordReset) return null;
  return (
    <Alert tone="info">
      {email
        ? rich("account.noResetWrite", { mail: () => <a href={`mailto:${email}`}>{email}</a> })
        : rich("account.noReset")}
    </Alert>
  );
}
