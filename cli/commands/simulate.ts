import { once } from "node:events";

import { secretVariable } from "../../config/secrets.ts";
import { CommandError, defineCommand, UsageError } from "../command.ts";
import { type Rehearsal, REHEARSALS } from "../simulate/rehearsal.ts";
import { listen, type Listening } from "../simulate/wire/listen.ts";
import type { Terminal } from "../terminal.ts";

const KINDS = Object.keys(REHEARSALS);
const MAX_PORT = 65_535;

const simulate = defineCommand({
  name: "simulate",
  args: ["KIND"],
  more: `
KIND is one of ${KINDS.join(", ")}. It listens on this machine only, keeps everything in memory, and ends with Ctrl+C. No
money moves. It prints what tenant.json and the shop's environment need, then a line for each call, with
what was wrong with it. A gateway lists its payments at its own address, where you pay, decline, or pay late.`,
  options: {
    port: { about: "where it listens; by default 5001", value: "N" },
    brand: { about: "the brand that is to use it; by default aurora", value: "BRAND" },
    "webhook-url": {
      about: "where a gateway sends notifications; by default BRAND.localhost:3000/payment-notification",
      value: "URL",
    },
    key: { about: "the credentials follow from it; by default they are the same at each start", value: "TEXT" },
  },
  async run({
    args: { KIND: kind },
    options: { port, brand = "aurora", "webhook-url": webhook, key = "rehearsal" },
    terminal,
  }) {
    const create = Object.hasOwn(REHEARSALS, kind) ? REHEARSALS[kind] : undefined;
    if (!create) throw new UsageError(`KIND must be one of ${KINDS.join(", ")}`);
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(brand)) throw new UsageError("--brand must be a brand's id, such as aurora");
    const webhookUrl = readWebhookUrl(webhook ?? `http://${brand}.localhost:3000/payment-notification`);
    const rehearsal = create({ key, webhookUrl, payee: brand });
    const server = await start(rehearsal, readPort(port));
    terminal.print(describe(kind, brand, rehearsal, server.url, webhookUrl));
    const log = setInterval(createLogger(terminal, rehearsal), 200);
    const stopped = new AbortController();
    await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal, { signal: stopped.signal })));
    stopped.abort(); // takes away the other signal's listener
    clearInterval(log);
    await server.close();
  },
});

export const commands = [simulate];

async function start({ simulator }: Rehearsal, port: number): Promise<Listening> {
  try {
    return await listen(simulator, port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    throw new CommandError(`port ${port} cannot be opened: ${code}; choose another with --port`);
  }
}

/** What an operator copies. The credentials belong to the simulator alone, so they may be printed. */
function describe(kind: string, brand: string, rehearsal: Rehearsal, url: string, webhookUrl: string): string {
  const { settings, secrets, use, isGateway } = rehearsal;
  const owner = use === "PAYMENTS" ? [brand] : [brand, kind];
  const variables = Object.entries(secrets).map(
    ([name, value]) => `  export ${secretVariable(use, owner, name)}=${value}`,
  );
  const inner = JSON.stringify(settings(url), null, 2).slice(2, -2);
  return [
    `A simulated ${kind} listens at ${url} until Ctrl+C.`,
    `tenants/${brand}/tenant.json:\n${inner}`,
    `The shop's environment:\n${variables.join("\n")}`,
    ...(isGateway ? [`Its payments: ${url}/\nNotifications go to ${webhookUrl}`] : []),
  ].join("\n\n");
}

/** Prints the calls that are new since the last time, without queries, which may hold secrets. */
function createLogger(terminal: Terminal, { simulator: { requests } }: Rehearsal): () => void {
  let printed = 0;
  return () => {
    for (const { method, url, status, problems, warnings } of requests.slice(printed)) {
      const remarks = [...problems, ...warnings.map((text) => `note: ${text}`)];
      terminal.print(`${method} ${url.split("?")[0]} ${status}${remarks.map((text) => `\n    ${text}`).join("")}`);
    }
    printed = requests.length;
  };
}

function readPort(text = "5001"): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > MAX_PORT) throw new UsageError(`--port must be a whole number from 0 to ${MAX_PORT}`);
  return port;
}

function readWebhookUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:") {
    throw new UsageError("--webhook-url must begin with http://: the simulator notifies this machine's shop");
  }
  return url.href;
}
