import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";

/** A notification: its body and proof are made for each attempt, because some vendors sign each one again. */
export type Notice = {
  event: string;
  eventId: string;
  url: string;
  body: string;
  headers(secret: string, attempt: number, sentAt: number, body: string): Record<string, string>;
  /** The secret at the time of the event. */
  secret: string;
  attempts: { at: number; status: number | "unreachable" }[];
  /** The time of the next attempt (ms); null after a success, or after the vendor has given up. */
  nextAt: number | null;
};

/** Options for sending a notification on demand. */
export type Sending = {
  times?: number;
  /** Signs with a random secret. */
  isForged?: boolean;
  /** Leaves out the vendor's headers. */
  isUnsigned?: boolean;
  /** Adds a space to the body after it was signed. */
  bodyChangedByASpace?: boolean;
  /** Signs with another secret, such as that of another brand. */
  secretOf?: string;
  /** Ages the timestamp by this many ms, if the vendor signs one. */
  lateMs?: number;
  url?: string;
};

type WebhookOptions = {
  now: () => number;
  /** Waits between the attempts, in ms. */
  backoffMs: readonly number[];
  /** True if attempts after the first happen by themselves; else `retry` makes them. */
  retriesByItself: boolean;
  /** The secret that signs notifications on demand. Regular attempts use the secret at the time of the event. */
  secretOnDemand(notice: Notice): string;
  timeoutMs: number;
};

/** Sends notifications until they are answered with 2xx. */
export class Webhooks {
  readonly notices: Notice[] = [];
  #held: Notice[] | null = null;
  /** New notifications leave one after the other, so that a run is the same each time. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #options: WebhookOptions;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Sends a new notification, unless `hold` delays it. */
  add(notice: Omit<Notice, "attempts" | "nextAt">): Notice {
    const added: Notice = { ...notice, attempts: [], nextAt: null };
    this.notices.push(added);
    if (this.#held) this.#held.push(added);
    else this.#start(added);
    return added;
  }

  /** Holds new notifications until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends the held notifications one after the other, in this order. */
  async release(order: "as they happened" | "reversed" = "as they happened"): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const notice of order === "reversed" ? held.reverse() : held) await this.#attempt(notice);
  }

  /** Drops the held notifications, which then never arrive. */
  drop(): void {
    this.#held = null;
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    for (let last; last !== this.#last;) await (last = this.#last);
  }

  /** Makes the next attempt of every notification that waits for one. Returns the number of attempts. */
  async retry(): Promise<number> {
    const waiting = this.notices.filter(({ nextAt }) => nextAt !== null);
    for (const notice of waiting) await this.#attempt(notice);
    return waiting.length;
  }

  /**
   * Sends the last notification with this event or event id again. Returns the statuses.
   * @throws Error if there is none
   */
  async send(eventOrId: string, how: Sending = {}): Promise<(number | "unreachable")[]> {
    const notice = this.notices.findLast(({ event, eventId }) => event === eventOrId || eventId === eventOrId);
    if (!notice) throw new Error(`there is no notification "${eventOrId}"`);
    const statuses: (number | "unreachable")[] = [];
    for (let sent = 0; sent < (how.times ?? 1); sent++)
      statuses.push(await this.#post(notice, this.#options.secretOnDemand(notice), how));
    return statuses;
  }

  #start(notice: Notice): void {
    this.#last = this.#last.then(() => this.#attempt(notice));
  }

  async #attempt(notice: Notice): Promise<void> {
    const status = await this.#post(notice, notice.secret, {});
    const at = this.#options.now();
    notice.attempts.push({ at, status });
    const wait = this.#options.backoffMs[notice.attempts.length - 1];
    const isDone = typeof status === "number" && status >= 200 && status < 300;
    notice.nextAt = isDone || wait === undefined ? null : at + wait;
    if (notice.nextAt !== null && this.#options.retriesByItself) setTimeout(() => this.#start(notice), wait).unref();
  }

  #post(notice: Notice, secret: string, how: Sending): Promise<number | "unreachable"> {
    const key = how.isForged ? "not-the-secret" : (how.secretOf ?? secret);
    const sentAt = this.#options.now() - (how.lateMs ?? 0);
    const headers = how.isUnsigned ? {} : notice.headers(key, notice.attempts.length + 1, sentAt, notice.body);
    const body = how.bodyChangedByASpace ? notice.body.replace(/}$/, " }") : notice.body;
    return post(how.url ?? notice.url, body, headers, this.#options.timeoutMs);
  }
}

/** `*.localhost` is this machine even if the system's resolver does not resolve it. */
function post(url: string, body: string, headers: Record<string, string>, timeoutMs: number) {
  const { protocol, hostname, host } = new URL(url);
  const request = protocol === "https:" ? requestByHttps : requestByHttp;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const options = {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), host, ...headers },
    timeout: timeoutMs,
    agent: false,
    ...(isLocal && { hostname: "127.0.0.1" }),
  };
  return new Promise<number | "unreachable">((resolve) => {
    const sent = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? "unreachable");
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve("unreachable"));
    sent.end(body);
  });
}
