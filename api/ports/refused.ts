/**
 * A gateway refuses a call for good: it had no effect, and repeating it is useless. An operator decides what to do instead. The
 * message is for the operator and holds no secret.
 */
export class Refused extends Error {
  override name = "Refused";
}
