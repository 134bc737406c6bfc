import { type Account, accountKey, nameOfAccount } from "#app/session/account-key.ts";

import { t } from "../../config/language/t.ts";

const ACCOUNT_FIELD = "account";

/** The account that a form's page showed. A sign-in in another tab may have replaced it since. */
export const AccountField = ({ of }: { of: Account }) => (
  <input type="hidden" name={ACCOUNT_FIELD} value={accountKey(of)} />
);

/** True if the form's page showed another account. A form without the field passes. */
export function isForOtherAccount(form: FormData, account: Account): boolean {
  const shown = form.get(ACCOUNT_FIELD);
  return shown !== null && shown !== accountKey(account);
}

export function otherAccountText(account: Account): string {
  const name = nameOfAccount(account);
  return name ? t("account.otherAccount", { name }) : t("account.unnamedAccount");
}
