/**
 * A gateway or supplier could not be asked, or its answer made no sense, so the effect of the call is unknown. The
 * message is for the operator and holds no secret.
 */
export class Unreachable extends Error {
  override name = "Unreachable";
}
