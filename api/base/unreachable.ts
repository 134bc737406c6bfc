/**
 * A gateway or supplier could not be reached, or its answer was unreadable, so the effect of the call is unknown. The message is
 * for the operator and holds no secret.
 */
export class Unreachable extends Error {
  override name = "Unreachable";
}
