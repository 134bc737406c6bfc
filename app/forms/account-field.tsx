const ACCOUNT_FIELD = "account";

/** The account that a form's page showed. A sign-in in another tab may have replaced it since. */
export const AccountField = ({ email }: { email: string }) => (
  <input type="hidden" name={ACCOUNT_FIELD} value={email} />
);

/** True if the form's page showed another account. A form without the field passes. */
export function isForOtherAccount(form: FormData, email: string | undefined): boolean {
  const shown = form.get(ACCOUNT_FIELD);
  return shown !== null && email !== undefined && shown !== email;
}

export const otherAccountText = (email: string) =>
  `You are now signed in as ${email}. Nothing was changed. Please check this page before you send it again.`;
