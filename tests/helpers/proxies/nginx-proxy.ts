import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";

import { TlsProxy } from "./tls-proxy.ts";

/** What a `server` block of nginx does with requests for its names. */
export type Site = {
  names: string[];
  /** The port on this machine to which it leads. */
  port: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
};

/** The client of every request, as the proxy sees it. */
export const CLIENT = "203.0.113.9";

const VARIABLES: Record<string, (req: IncomingMessage) => string> = {
  $http_host: ({ headers }) => headers.host ?? "",
  $remote_addr: () => CLIENT,
  $request_id: () => randomUUID().replaceAll("-", ""),
  $scheme: () => "https",
};

/** The blocks of an nginx configuration that pass requests on. @throws if a header has a variable that no site had before */
export function readSites(configuration: string): Site[] {
  const blocks = configuration.split(/^server \{$/m).slice(1);
  return blocks.flatMap((block) => {
    const port = /^ *proxy_pass http:\/\/127\.0\.0\.1:(\d+);$/m.exec(block)?.[1];
    if (port === undefined) return [];
    const headers = [...block.matchAll(/^ *proxy_set_header ([\w-]+) (\S+);$/gm)].map(
      ([, name = "", value = ""]) => [name.toLowerCase(), value] as const,
    );
    const unknown = headers.find(([, value]) => !(value in VARIABLES));
    if (unknown !== undefined) throw new Error(`${unknown.join(" ")}: the tests' proxy does not have this variable`);
    return {
      names: /^ *server_name (.+);$/m.exec(block)![1]!.split(" "),
      port: Number(port),
      headers: Object.fromEntries(headers),
    };
  });
}

/** Ends TLS, and does with each name what an nginx configuration says. */
export class NginxProxy extends TlsProxy {
  sites: Site[] = [];
  /** The port that a program listens on, by the one that the configuration names. */
  readonly ports = new Map<number, number>();

  protected override route(req: IncomingMessage) {
    const hostname = req.headers.host?.split(":")[0] ?? "";
    const site = this.sites.find(({ names }) => names.includes(hostname));
    if (site === undefined) throw new Error(`the proxy leads ${hostname} nowhere`);
    const headers: OutgoingHttpHeaders = { ...req.headers, host: `127.0.0.1:${site.port}` };
    for (const [name, value] of Object.entries(site.headers)) headers[name] = VARIABLES[value]!(req);
    return { port: this.ports.get(site.port) ?? 0, headers };
  }
}
