/**
 * A gateway, supplier or messenger could not be reached, or its answer was unreadable, so the effect of the call is unknown. The
 * message is for the operator and holds no secret. `mayHaveArrived` is false if no connection was made.
 */
export class Unreachable extends Error {
  override name = "Unreachable";
  readonly mayHaveArrived: boolean;

  constructor(message: string, { mayHaveArrived = true }: { mayHaveArrived?: boolean } = {}) {
    super(message);
    this.mayHaveArrived = mayHaveArrived;
  }
}
