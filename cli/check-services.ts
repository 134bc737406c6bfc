import { createClient } from "@redis/client";
import { createTransport } from "nodemailer";

import type { Env } from "../api/env.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Finding } from "./finding.ts";

/** How long a server may be silent that is only asked whether it is there. */
const PATIENCE_MS = 3_000;

/** The mail server and Redis, each of which a shop loses without a word until it needs it. Nothing is sent or stored. */
export async function checkServices(env: Pick<Env, "SMTP_URL" | "REDIS_URL">, patienceMs = PATIENCE_MS) {
  const findings = await Promise.all([
    ask("SMTP_URL", env.SMTP_URL, (url) => greetMailServer(url, patienceMs)),
    ask("REDIS_URL", env.REDIS_URL, (url) => pingRedis(url, patienceMs)),
  ]);
  return findings.flat();
}

async function ask(field: string, url: string | undefined, knock: (url: string) => Promise<void>): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await knock(url);
    return [];
  } catch (error) {
    // The address without user and password.
    const reason = `${new URL(url).host} cannot be used: ${explainFailure(error) ?? (error as Error).message}`;
    return [{ file: "environment", field, reason }];
  }
}

/** Connects, greets and logs in. @throws what the server or the network says */
async function greetMailServer(url: string, patienceMs: number) {
  const smtp = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  try {
    await smtp.verify();
  } finally {
    smtp.close();
  }
}

/** Connects, logs in and pings. @throws what the server or the network says */
async function pingRedis(url: string, patienceMs: number) {
  const socket = { connectTimeout: patienceMs, socketTimeout: patienceMs, reconnectStrategy: false as const };
  const client = createClient({ url, socket });
  const { promise: isLost, reject } = Promise.withResolvers<never>();
  client.on("error", reject);
  try {
    await Promise.race([client.connect().then(() => client.ping()), isLost]);
  } finally {
    if (client.isOpen) client.destroy();
  }
}
