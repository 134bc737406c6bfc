import type { Answer, Sending } from "./http.ts";
import { send } from "./http.ts";

type Stored = { answer: Answer; vary: [name: string, value: string | undefined][]; freshUntil: number };

/** Statuses that RFC 9110 lets a cache keep without a header about caching, and this cache's time for them. */
const HEURISTIC = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];
const HEURISTIC_MS = 60_000;

/**
 * A shared cache, such as a CDN or an office's proxy, in front of the shop: it keeps everything that RFC 9111
 * allows it to keep, even where that is unwise (cookies in requests and answers do not stop it).
 */
export class SharedCache {
  /** Number of answers from the cache. */
  hits = 0;
  readonly #stored = new Map<string, Stored[]>();

  async send(url: string, sending: Sending = {}): Promise<Answer> {
    const { method = "GET", headers = {} } = sending;
    if (method !== "GET" && method !== "HEAD") {
      this.#stored.delete(url); // RFC 9111, section 4.4
      return send(url, sending);
    }
    const known = this.#stored.get(url)?.find(({ vary }) => vary.every(([name, value]) => headers[name] === value));
    if (known && known.freshUntil > Date.now()) return this.#hit(known);
    const etag = known && text(known.answer.headers.etag);
    const answer = await send(url, { ...sending, headers: { ...headers, ...(etag && { "if-none-match": etag }) } });
    if (answer.status === 304 && known && !headers["if-none-match"]) return this.#hit(known);
    if (method === "GET") this.#keep(url, answer, headers);
    return answer;
  }

  #hit({ answer }: Stored): Answer {
    this.hits += 1;
    return answer;
  }

  #keep(url: string, answer: Answer, headers: Record<string, string>) {
    const vary = text(answer.headers.vary).toLowerCase().split(/,\s*/).filter(Boolean);
    const control = text(answer.headers["cache-control"]).toLowerCase();
    const has = (word: string) => new RegExp(`(^|[,\\s])${word}($|[,=\\s])`).test(control);
    if (has("no-store") || has("private") || vary.includes("*")) return;
    if (headers.authorization && !has("public") && !has("s-maxage")) return;
    const [, seconds] = /s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control) ?? [];
    if (seconds === undefined && !has("public") && !HEURISTIC.includes(answer.status)) return;
    const freshMs = has("no-cache") ? 0 : seconds === undefined ? HEURISTIC_MS : Number(seconds) * 1000;
    const stored = { answer, vary: vary.map((name) => [name, headers[name]] as Stored["vary"][number]) };
    this.#stored.set(url, [{ ...stored, freshUntil: Date.now() + freshMs }, ...(this.#stored.get(url) ?? [])]);
  }
}

const text = (value: string | string[] | undefined) => [value ?? ""].flat().join(", ");
