import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Env } from "../../api/base/env.ts";
import { loadTenants } from "../../config/brand/load.ts";
import { canonicalOrigin, urlBeside } from "../../config/brand/origin.ts";
import { secretVariable } from "../../config/brand/secrets.ts";
import { REHEARSALS } from "../../simulators/rehearsal.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import type { Rehearsal } from "../../simulators/wire/rehearsed.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";

const KINDS = Object.keys(REHEARSALS);
const MAX_PORT = 65_535;

const simulate = defineCommand({
  name: "simulate",
  args: ["KIND"],
  more: `
KIND is one of ${KINDS.join(", ")}. It listens on this machine only, keeps everything in memory, and ends with Ctrl+C. No
money moves. It prints what tenant.json and the shop's environment need, then a line for each call, with
what was wrong with it. A gateway lists its payments at its own address, where you pay, decline, or pay late. A provider of
messages lists them at its address, where you deliver and read them, or let them fail.`,
  options: {
    port: { about: "where it listens; by default 5001", value: "N" },
    brand: { about: "the brand that is to use it; by default aurora", value: "BRAND" },
    origin: {
      about: "its address for the shop and for payers, such as https://pay.maple.example, if a proxy leads to the port",
      value: "URL",
    },
    "webhook-url": {
      about:
        "where it sends notifications; by default the brand's origin with /payment-notification, or /message-receipt/CHANNEL",
      value: "URL",
    },
    key: { about: "the credentials follow from it; by default they are the same at each start", value: "TEXT" },
  },
  async run({ args: { KIND: kind }, options, terminal }) {
    const { port, brand = "aurora", origin, "webhook-url": webhook, key = "rehearsal" } = options;
    const create = Object.hasOwn(REHEARSALS, kind) ? REHEARSALS[kind] : undefined;
    if (!create) throw new UsageError(`KIND must be one of ${KINDS.join(", ")}`);
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(brand)) throw new UsageError("--brand must be a brand's id, such as aurora");
    const env = readEnv(terminal);
    const addressOf = (path: string) => readUrl("webhook-url", webhook ?? findAddress(env, brand, path)).href;
    const given = origin === undefined ? undefined : readUrl("origin", origin).origin;
    const rehearsal = create({ key, addressOf, payee: brand });
    const server = await start(rehearsal, readPort(port));
    const place = { at: server.url, url: given ?? server.url, file: join(env.TENANTS_DIR, brand, "tenant.json") };
    terminal.print(describe({ kind, brand, ...place, rehearsal }));
    const log = setInterval(createLogger(terminal, rehearsal), 200);
    const stopped = new AbortController();
    await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal, { signal: stopped.signal })));
    stopped.abort(); // removes the other signal's listener
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

type Simulation = {
  kind: string;
  brand: string;
  /** The address at which it listens. */
  at: string;
  /** Its address for the shop and for payers. */
  url: string;
  /** The brand's tenant.json. */
  file: string;
  rehearsal: Rehearsal;
};

/** The settings for the operator to copy. The credentials are valid only at the simulator, so they may be printed. */
function describe({ kind, brand, at, url, file, rehearsal }: Simulation): string {
  const { settings, secrets, use, owner, notifies } = rehearsal;
  const variables = Object.entries(secrets).map(
    ([name, value]) => `  export ${secretVariable(use, [brand, ...owner], name)}=${value}`,
  );
  const inner = JSON.stringify(settings(url), null, 2).slice(2, -2);
  return [
    `A simulated ${kind} listens at ${at} until Ctrl+C.`,
    `${file}:\n${inner}`,
    `The shop's environment:\n${variables.join("\n")}`,
    ...(notifies === null ? [] : [`Its ${use.toLowerCase()}: ${url}/\nNotifications go to ${notifies}`]),
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

/** @throws UsageError */
function readUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${option} must begin with https:// or http://`);
  return url;
}

/** The address of a path at the brand's origin; for a brand without files here, at its loopback name. */
function findAddress({ TENANTS_DIR, PORT }: Env, brand: string, path: string): string {
  const tenants = existsSync(TENANTS_DIR) ? loadTenants(TENANTS_DIR).tenants : [];
  const { origin, hostnames } = tenants.find(({ id }) => id === brand) ?? { hostnames: [`${brand}.localhost`] };
  const url = `${canonicalOrigin({ origin, hostnames })}/${path}`;
  return urlBeside(url, new URL(`http://localhost:${PORT}`)).href;
}
