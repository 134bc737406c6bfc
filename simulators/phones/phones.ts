export type PhoneState = "accepted" | "sent" | "delivered" | "read" | "failed";

/** A message that a simulated provider accepted. `Failure` is the provider's own account of a failure. */
export type SentMessage<Failure> = {
  /** The provider's id. */
  id: string;
  /** The shop's id; null if the provider does not take one. */
  ref: string | null;
  /** As the shop sent it. */
  to: string;
  template: string;
  /** The text on the phone. */
  text: string;
  /** The address of a button below the text. */
  link: string | null;
  /** The address for receipts that came with the message. */
  receiptUrl: string | undefined;
  state: PhoneState;
  /** The failure that ends it on its way; null if it arrives. */
  fate: Failure | null;
};

type Options<Failure> = {
  /** Sends a receipt. */
  report(message: SentMessage<Failure>, state: PhoneState, failure: Failure | null): void;
  /** The time after which a message is sent or fails by itself (ms); null: `progress` decides. */
  actsAfterMs: number | null;
};

/** The messages of a simulated provider, and what becomes of them. */
export class Phones<Failure> {
  readonly messages: SentMessage<Failure>[] = [];
  readonly #planned: Failure[] = [];
  readonly #options: Options<Failure>;

  constructor(options: Options<Failure>) {
    this.#options = options;
  }

  accept(message: Omit<SentMessage<Failure>, "state">): SentMessage<Failure> {
    const added = { ...message, state: "accepted" as const, fate: this.#planned.shift() ?? message.fate };
    this.messages.push(added);
    const { actsAfterMs } = this.#options;
    if (actsAfterMs !== null) setTimeout(() => this.#advance(added), actsAfterMs).unref();
    return added;
  }

  /** Lets the next message fail after it was accepted. */
  planFailure(failure: Failure): void {
    this.#planned.push(failure);
  }

  /** Sends all accepted messages, or lets them fail. */
  progress(): void {
    for (const message of this.messages) this.#advance(message);
  }

  /**
   * Moves a message, found by the provider's id or the shop's, and sends a receipt.
   * @throws Error if there is none
   */
  move(id: string, state: PhoneState, failure: Failure | null = null): void {
    const message = this.find(id);
    message.state = state;
    this.#options.report(message, state, failure);
  }

  /** @throws Error if there is none */
  find(id: string): SentMessage<Failure> {
    const found = this.messages.find((one) => one.id === id || one.ref === id);
    if (found === undefined) throw new Error(`there is no message "${id}"`);
    return found;
  }

  #advance(message: SentMessage<Failure>): void {
    if (message.state !== "accepted") return;
    this.move(message.id, message.fate === null ? "sent" : "failed", message.fate);
  }
}
