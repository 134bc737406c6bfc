/**
 * The ways in which a call fails.
 * - `status 500`, or another status: nothing is done; the answer is the vendor's own error
 * - `hang`, `cut`: nothing is done; no answer, or the connection is closed
 * - `hang after commit`, `cut after commit`: it is done; no answer, or the connection is closed within the answer
 * - `wrong shape`, `not JSON`, `numbers as strings`: it is done, and the answer is changed
 */
export type Fault =
  | `status ${number}`
  | "hang"
  | "cut"
  | "hang after commit"
  | "cut after commit"
  | "wrong shape"
  | "not JSON"
  | "numbers as strings";

/** Chooses calls: a full name such as "create order", or its verb, "create". */
type Chosen = { call: string; times: number };

type Hook = (body: unknown) => void | Promise<void>;

/** The faults that wait for their calls. */
export class Faults {
  #faults: (Chosen & { how: Fault })[] = [];
  #hooks: (Chosen & { run: Hook })[] = [];

  /** Lets the next `times` calls fail. */
  failNext({ call, how, times = 1 }: { call: string; how: Fault; times?: number }): void {
    this.#faults.push({ call, how, times });
  }

  /** Runs `run` with the answer's body once, when the next such call is done and before it is answered. */
  onNext(call: string, run: Hook): void {
    this.#hooks.push({ call, run, times: 1 });
  }

  take(name: string): Fault | undefined {
    return takeFrom(this.#faults, name)?.how;
  }

  async beforeAnswer(name: string, { body }: { body: unknown }): Promise<void> {
    await takeFrom(this.#hooks, name)?.run(body);
  }
}

function takeFrom<T extends Chosen>(waiting: T[], name: string): T | undefined {
  const index = waiting.findIndex(({ call }) => call === name || name.startsWith(`${call} `));
  const found = waiting[index];
  if (found && --found.times === 0) waiting.splice(index, 1);
  return found;
}
