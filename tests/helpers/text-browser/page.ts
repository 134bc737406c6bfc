import { CookieJar } from "../http/cookie-jar.ts";
import { type Answer, header, send, type Sending } from "../http/http.ts";
import type { Submission } from "./form.ts";
import { attribute, findAll, parse, textOf, type Tree } from "./html.ts";
import { View } from "./view.ts";

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * A browser's headers about a request's source: Sec-Fetch and Origin; only Referer, as text browsers; or, as Lynx, not
 * even Referer from a page whose URL has a query.
 */
export type Provenance = "fetch-metadata" | "referer" | "lynx";

/** A shopper's browser without JavaScript: cookies, links, forms, redirects, and a record of all it was sent. */
export class TextBrowser {
  readonly cookies = new CookieJar();
  /** Every answer, redirects too, in order. */
  readonly answers: Answer[] = [];
  readonly #provenance: Provenance;
  readonly #send: typeof send;

  /** @param sendOne sends one request; absent: over a new connection, without compression */
  constructor(provenance: Provenance = "fetch-metadata", sendOne = send) {
    this.#provenance = provenance;
    this.#send = sendOne;
  }

  /** Opens a typed address. */
  open = (url: string): Promise<Page> => this.load(url, {}, undefined);

  /** One navigation with its redirects (at most ten). @throws when it leaves this machine: `send` reaches only names with a port. */
  async load(url: string, sending: Sending, from: string | undefined): Promise<Page> {
    let [target, request] = [url, sending];
    for (let hop = 0; hop < 10; hop++) {
      if (this.#send === send && !/^https?:\/\/[^/]+:\d+\//.test(target))
        throw new Error(`Left the shop for ${target}`);
      const cookie = this.cookies.headerFor(target);
      const headers = { ...this.#originHeaders(target, request, from), ...(cookie && { cookie }), ...request.headers };
      const answer = await this.#send(target, { ...request, headers });
      this.cookies.keep(answer);
      this.answers.push(answer);
      const location = header(answer, "location");
      if (!REDIRECTS.includes(answer.status) || !location) return new Page(this, answer, parse(answer.text));
      target = new URL(location, target).href;
      if (answer.status < 307) request = { headers: {} };
    }
    throw new Error(`Too many redirects, last to ${target}`);
  }

  #originHeaders(target: string, { method = "GET" }: Sending, from: string | undefined): Record<string, string> {
    const referer = from && new URL(from).origin === new URL(target).origin ? from : undefined;
    if (this.#provenance === "lynx" && referer?.includes("?")) return {};
    if (this.#provenance !== "fetch-metadata") return referer ? { referer } : {};
    return {
      accept: "text/html,application/xhtml+xml",
      "sec-fetch-site": from ? (referer ? "same-origin" : "cross-site") : "none",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
      ...(referer && { referer }),
      ...(from && method !== "GET" && { origin: new URL(from).origin }),
    };
  }
}

export class Page extends View {
  readonly browser: TextBrowser;
  readonly answer: Answer;

  constructor(browser: TextBrowser, answer: Answer, tree: Tree) {
    super(undefined, tree);
    this.browser = browser;
    this.answer = answer;
  }

  get url(): string {
    return this.answer.url;
  }
  get status(): number {
    return this.answer.status;
  }
  get path(): string {
    const { pathname, search } = new URL(this.url);
    return pathname + search;
  }
  get title(): string {
    const title = findAll(this.tree, ({ name }) => name === "title")[0];
    return title
      ? title.children
          .map((child) => ("data" in child ? child.data : ""))
          .join("")
          .trim()
      : "";
  }
  get heading(): string {
    const heading = findAll(this.tree, ({ name }) => name === "h1")[0];
    return heading ? textOf(heading) : "";
  }

  /** The target of an automatic redirect: the Refresh header, else <meta http-equiv=refresh> (noscript ones too). */
  get refresh(): { seconds: number; url: string } | undefined {
    const meta = findAll(this.tree, (element) => attribute(element, "http-equiv")?.toLowerCase() === "refresh")[0];
    const content = header(this.answer, "refresh") ?? (meta && attribute(meta, "content"));
    if (!content) return undefined;
    const [seconds = "", target = ""] = content.split(/;\s*(?:url=)?(.*)/is);
    return { seconds: Number(seconds), url: new URL(target, this.url).href };
  }

  reload = (): Promise<Page> => this.browser.load(this.url, {}, this.url);

  send({ method, action, type, pairs }: Submission): Promise<Page> {
    const target = new URL(action || this.url, this.url);
    target.hash = "";
    if (method === "GET") {
      target.search = new URLSearchParams(pairs).toString();
      return this.browser.load(target.href, {}, this.url);
    }
    const boundary = "----TextBrowserBoundary";
    const isMultipart = type === "multipart/form-data";
    const parts = pairs.map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = isMultipart ? `${parts.join("")}--${boundary}--\r\n` : new URLSearchParams(pairs).toString();
    const contentType = isMultipart ? `${type}; boundary=${boundary}` : type;
    return this.browser.load(target.href, { method, body, headers: { "content-type": contentType } }, this.url);
  }
}
