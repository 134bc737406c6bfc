import { Agent, request } from "undici";

/** A raw answer: without redirects or cookies. Header names in lower case. */
export type Answer = {
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

export type Sending = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

// No keep-alive: a server that is killed and started again must not leave a dead connection behind.
const agent = new Agent({ pipelining: 0, connect: { rejectUnauthorized: false } });

/**
 * Sends one request to this machine, whatever hostname the URL holds: Node does not resolve `*.localhost`, and its
 * fetch() refuses a Host header.
 */
export async function send(url: string, { method = "GET", headers = {}, body }: Sending = {}): Promise<Answer> {
  const { protocol, host, port, pathname, search } = new URL(url);
  const answer = await request(`${protocol}//127.0.0.1:${port || 80}${pathname}${search}`, {
    method: method as "GET",
    headers: { host, ...headers },
    body,
    dispatcher: agent,
  });
  return { url, status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** A header that comes at most once; undefined when absent. @throws when it came twice. */
export function header(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  if (Array.isArray(value)) throw new Error(`${name} came ${value.length} times: ${value.join(" | ")}`);
  return value;
}
