import { tooBusy } from "../base/error.ts";

type Caller = { brand: string; net: string };
type Bounds = { concurrent: number; waiting: number; waitingPerNet: number };
/** Starts a waiting task (true), or refuses it (false). */
type Settle = (isTurn: boolean) => void;
/** Waiting tasks by network. No line is empty. */
type Lines = Map<string, Settle[]>;

/**
 * Runs few tasks at once. The others wait and take turns by brand, and within a brand by network, so that one flood does
 * not hold up everybody. When the queue is full, a newcomer displaces the last of the longest line.
 */
export class FairQueue {
  readonly #bounds: Bounds;
  /** The brands in the order of their turns. */
  readonly #brands = new Map<string, Lines>();
  #running = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @throws ApiError 429 beyond the bounds */
  async run<T>(caller: Caller, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.concurrent) this.#running++;
    else if (!(await this.#waitForTurn(caller))) throw tooBusy();
    try {
      return await task();
    } finally {
      const next = this.#takeNext();
      if (next) next(true);
      else this.#running--;
    }
  }

  /** The numbers of running and of waiting tasks. */
  look() {
    return { running: this.#running, waiting: this.#countWaiting() };
  }

  #countWaiting() {
    return [...this.#brands.values()].reduce((sum, ofBrand) => sum + countIn(ofBrand), 0);
  }

  #waitForTurn({ brand, net }: Caller): Promise<boolean> | false {
    const lines: Lines = this.#brands.get(brand) ?? new Map();
    const line = lines.get(net) ?? [];
    if (line.length >= this.#bounds.waitingPerNet) return false;
    if (this.#countWaiting() >= this.#bounds.waiting && !this.#makeRoom(lines, line)) return false;
    this.#brands.set(brand, lines.set(net, line));
    return new Promise((resolve) => line.push(resolve));
  }

  /** Refuses the last task of the longest line. False if that is unfair: the newcomer's own line is just as long. */
  #makeRoom(ownLines: Lines, ownLine: Settle[]): boolean {
    const [brand, lines] = longest(this.#brands, countIn);
    const [net, line] = longest(lines, ({ length }) => length);
    const isFair = lines === ownLines ? line.length > ownLine.length + 1 : countIn(lines) > countIn(ownLines) + 1;
    if (!isFair) return false;
    line.pop()!(false);
    if (line.length === 0) lines.delete(net);
    if (lines.size === 0) this.#brands.delete(brand);
    return true;
  }

  #takeNext(): Settle | undefined {
    for (const [brand, lines] of this.#brands) {
      for (const [net, line] of lines) {
        const next = line.shift();
        // The brand and the network go to the end of their order.
        lines.delete(net);
        if (line.length > 0) lines.set(net, line);
        this.#brands.delete(brand);
        if (lines.size > 0) this.#brands.set(brand, lines);
        return next;
      }
    }
    return undefined;
  }
}

const countIn = (lines: Lines) => [...lines.values()].reduce((sum, { length }) => sum + length, 0);

const longest = <Value>(entries: Map<string, Value>, measure: (value: Value) => number) =>
  [...entries].reduce((best, one) => (measure(one[1]) > measure(best[1]) ? one : best));
