import { createTransport } from "nodemailer";

import type { Env } from "../../api/base/env.ts";
import { isLoopbackAddress } from "../../config/brand/loopback.ts";
import { explainFailure } from "../command/explain-failure.ts";
import type { Finding } from "./finding.ts";

const CLEAR_MAIL =
  "begins with smtp:// and holds a password, which is sent in clear if the server offers no STARTTLS: use smtps://, or add ?requireTLS=true";

/** Timeout for a server that is only pinged. */
const PATIENCE_MS = 3_000;

/** Checks the mail server and Redis, because a shop notices a failure only when it needs them. It sends and stores nothing. */
export async function checkServices(env: Pick<Env, "SMTP_URL" | "REDIS_URL">, patienceMs = PATIENCE_MS) {
  const { protocol, username, hostname, searchParams } = new URL(env.SMTP_URL ?? "smtps://none");
  const isClear =
    protocol === "smtp:" && username !== "" && !isLoopbackAddress(hostname) && !searchParams.has("requireTLS");
  const clear = { file: "environment", field: "SMTP_URL", reason: CLEAR_MAIL, isRemark: true };
  const findings = await Promise.all([
    ask("SMTP_URL", env.SMTP_URL, (url) => greetMailServer(url, patienceMs)),
    ask("REDIS_URL", env.REDIS_URL, (url) => pingRedis(url, patienceMs)),
  ]);
  return [...(isClear ? [clear] : []), ...findings.flat()];
}

async function ask(field: string, url: string | undefined, knock: (url: string) => Promise<void>): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await knock(url);
    return [];
  } catch (error) {
    // Names the address without user and password.
    const reason = `${new URL(url).host} cannot be used: ${explainFailure(error) ?? (error as Error).message}`;
    return [{ file: "environment", field, reason }];
  }
}

/** Connects, greets and logs in. @throws the error of the server or the network */
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

/** Connects, logs in and pings. @throws the error of the server or the network */
async function pingRedis(url: string, patienceMs: number) {
  const { createClient } = await import("@redis/client"); // see limiter-store.ts
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
