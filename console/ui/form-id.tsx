import type { CallError } from "#app/commerce/result.ts";
import { isOutcomeUnknown } from "#app/commerce/result.ts";

/** The idempotency key of a form that creates something. The API creates it once even if the form is sent several times. */
export const FormId = ({ id }: { id: string }) => <input type="hidden" name="form" value={id} />;

/**
 * The id for a form that is shown again. It is the sent id while the outcome is unknown. After a refusal it is "", since the form
 * has created nothing.
 */
export const keptFormId = (error: CallError, id = "") => (isOutcomeUnknown(error) ? id : "");
