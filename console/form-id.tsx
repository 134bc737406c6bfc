import type { CallError } from "#app/commerce/result.ts";
import { isOutcomeUnknown } from "#app/commerce/result.ts";

/** Names a form that makes something, so that the API makes it once however often the form is sent. */
export const FormId = ({ id }: { id: string }) => <input type="hidden" name="form" value={id} />;

/**
 * The id for a form that is shown again: the sent id while the outcome is unknown, else "", since a refused form has
 * made nothing.
 */
export const keptFormId = (error: CallError, id = "") => (isOutcomeUnknown(error) ? id : "");
