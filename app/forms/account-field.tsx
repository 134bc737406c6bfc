import { type Account, accountKey, nameOfAccount } from "#app/session/account-key.ts";

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

export const otherAccountText = (account: Account) =>
  `You are now signed in as ${nameOfAccount(account) || "somebody else"}. Nothing was changed. Please check this page before you send it again.`;
