import { t } from "../../config/language/t.ts";
import { emailRules, nameRules } from "./person.ts";
import type { FieldRules, FormRules } from "./rules.ts";

/** The password as proof. An account that signs in by phone alone has none, so only the API can require it. */
const password: FieldRules = { reads: "exactly", checks: [] };

export const ownNameRules = () => ({ username: nameRules() }) satisfies FormRules;

export const ownEmailRules = (exampleEmail: string) =>
  ({ email: emailRules(exampleEmail), password }) satisfies FormRules;

export const deletionRules = () =>
  ({ agreed: { required: t("own.agreeMissing"), reads: "exactly", checks: [] }, password }) satisfies FormRules;
