import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request } from "undici";

import { freePort } from "../tests/helpers/http/free-port.ts";
import { tokenIn } from "../tests/helpers/http/token-cookies.ts";
import { Program, STOREFRONT } from "./program.ts";

/** Without these headers the shop treats the client as a text browser, whose forms need a proof. */
export const BROWSER = { "sec-fetch-site": "same-origin", "upgrade-insecure-requests": "1" };

export const SECRET = "only-for-the-bench-only-for-the-bench-only";

/** The demo shop with its embedded API, on a new data folder. */
export async function startShop(env: Record<string, string> = {}) {
  const apiPort = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "awning-bench-"));
  const settings = { DATA_DIR: dataDir, COMMERCE_API_PORT: String(apiPort), SESSION_SECRET: SECRET, ...env };
  const program = await Program.start(STOREFRONT, { env: settings, host: "aurora.localhost" });
  return { program, apiPort, host: `aurora.localhost:${program.port}`, [Symbol.asyncDispose]: () => program.stop() };
}

const DEMO = { username: "demo@awning.test", password: "Demo@2026" };

/** Logs a shopper in, by default the demo's. @returns the Cookie header of the session, and the access token in it. */
export async function signIn(program: Program, host: string, shopper = DEMO) {
  const answer = await request(`${program.origin}/login`, {
    method: "POST",
    headers: { host, origin: `http://${host}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(shopper).toString(),
  });
  await answer.body.text();
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0]!);
  const held = cookies.find((cookie) => cookie.startsWith("access_token="))?.slice("access_token=".length);
  if (!held) throw new Error(`the login answered ${answer.statusCode}`);
  return { cookie: cookies.join("; "), token: tokenIn(held) };
}
