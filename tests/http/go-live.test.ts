import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { MAX_UPLOAD_MB } from "../../app/base/constants.ts";
import { codeAt } from "../helpers/api/test-staff.ts";
import { freePort } from "../helpers/http/free-port.ts";
import { send } from "../helpers/http/http.ts";
import { preload } from "../helpers/processes/preload.ts";
import { SmtpServer } from "../helpers/processes/smtp-server.ts";
import { CLIENT, NginxProxy, readSites } from "../helpers/proxies/nginx-proxy.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitFor } from "../helpers/waiting/patience.ts";

// An operator follows "Go live" in docs/operating.md, command by command. Only ports, the mail server and the DNS are the
// test's own: names below maple.example lead to the proxy, which does what docs/machine/nginx.conf says.

const guide = readFileSync("docs/operating.md", "utf8");
const section = (title: string) => guide.split(/^## /m).find((part) => part.startsWith(`${title}\n`))!;
const blocks = (title: string, language: string) =>
  [...section(title).matchAll(new RegExp("^( *)```" + language + "\n([^]*?)^ *```$", "gm"))].map(
    ([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
const nginx = readFileSync("docs/machine/nginx.conf", "utf8");
const sites = readSites([nginx, ...blocks("Go live", "nginx")].join("\n"));
const SHOP_PORT = 3000;
const SIMULATOR_PORT = 5001;

const folder = mkdtempSync(join(tmpdir(), "awning-go-live-"));
const certificate = createCertificate();
const mail = await new SmtpServer().start();
const proxy = await new NginxProxy(certificate).start();
proxy.sites = sites;
afterAll(async () => {
  await mail.close();
  await proxy[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const origin = "https://gifts.maple.example";

/** What the machine has before the operator begins. */
const machine = {
  HOME: folder,
  CURL_HOME: folder,
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
  NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
  NODE_OPTIONS: preload(`
    import dns from "node:dns";
    import { syncBuiltinESMExports } from "node:module";
    import { Socket } from "node:net";
    const [{ lookup }, { connect }] = [dns, Socket.prototype];
    dns.lookup = (name, ...rest) => lookup(name.endsWith(".maple.example") ? "127.0.0.1" : name, ...rest);
    syncBuiltinESMExports();
    Socket.prototype.connect = function (...args) {
      const [options] = Array.isArray(args[0]) ? args[0] : args;
      if (options.host?.endsWith(".maple.example")) options.port = ${proxy.port};
      return connect.apply(this, args);
    };`),
};
prepareMachine();

/** npm with the packages and the build of this clone, and a curl that finds the proxy. */
function prepareMachine() {
  mkdirSync(join(folder, "bin"));
  const npm = `#!/bin/sh
    case "$1 $2 $3" in
      "ci  " | "run build ") ;;
      "run --silent awning") shift 4; exec ${process.execPath} ${join(process.cwd(), "cli/awning.ts")} "$@" ;;
      *) echo "npm $*?" >&2; exit 1 ;;
    esac`;
  writeFileSync(join(folder, "bin", "npm"), npm);
  chmodSync(join(folder, "bin", "npm"), 0o755);
  const curl = [`connect-to = "::127.0.0.1:${proxy.port}"`, `cacert = "${join(folder, "cert.pem")}"`, "silent"];
  writeFileSync(join(folder, ".curlrc"), curl.join("\n"));
}

function createCertificate() {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = sites.flatMap((site) => site.names).map((name) => `DNS:${name}`);
  const options = `-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=tests`.split(" ");
  const files = ["-addext", `subjectAltName=${names.join()}`, "-keyout", keyFile, "-out", certFile];
  execFileSync("openssl", ["req", ...options, ...files], { stdio: "ignore" });
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
}

const [build, settings, read, brand, rehearse, check, fill, start, look, invite, keep, close, connect, simulate, use] =
  blocks("Go live", "sh") as [string, ...string[]];

/** Runs commands in a new terminal, which begins with the guide's commands for one once there are settings. */
async function inTerminal(commands = "", { isNew = true } = {}) {
  const script = `cd ${folder}; set -e; ${isNew ? read : ""}${commands}`;
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile("bash", ["-c", script], { env: machine }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

const tenantFile = join(folder, "brands", "maple", "tenant.json");
const readTenant = () => JSON.parse(readFileSync(tenantFile, "utf8")) as Record<string, object>;

/** What the operator writes into tenant.json: fields of objects that are there come to the others. */
function addToTenant(fields: Record<string, object>) {
  const former = readTenant();
  const merged = Object.entries(fields).map(([name, value]) => [name, { ...former[name], ...value }]);
  writeFileSync(tenantFile, JSON.stringify({ ...former, ...Object.fromEntries(merged) }));
}

const addSettings = (lines: string[]) =>
  writeFileSync(join(folder, "awning.env"), lines.map((line) => `${line}\n`).join(""), { flag: "a" });

/** `npm start` in a terminal that has read the settings. */
async function startByGuide() {
  const lines = readFileSync(join(folder, "awning.env"), "utf8").trim().split("\n");
  const env = Object.fromEntries(lines.map((line) => line.split(/=([^]*)/, 2) as [string, string]));
  const shop = await startShop({ env: { ...machine, ...env } });
  proxy.ports.set(SHOP_PORT, shop.port);
  return shop;
}

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const LOGIN = { Email: "asha@example.com", Password: "Monsoon-7Rain" };

/** A browser on another machine, for which the names lead to the proxy. */
const newBrowser = () =>
  new TextBrowser("fetch-metadata", async (url, sending = {}) => {
    const { host, pathname, search } = new URL(url);
    const at = `https://127.0.0.1:${proxy.port}${pathname}${search}`;
    return { ...(await send(at, { ...sending, headers: { ...sending.headers, host } })), url };
  });

/** @returns their home page, with a confirmed address */
async function signUp(): Promise<Page> {
  const signup = await newBrowser().open(`${origin}/signup`);
  await signup.submit("Register Now", { ...LOGIN, "Full Name": "Asha Rao", "Confirm Password": LOGIN.Password });
  await expect.poll(() => mail.received).toContain("/verify-email?token=3D");
  const [link = ""] =
    mail.received
      .replaceAll("=\r\n", "")
      .replaceAll("=3D", "=")
      .match(/https:[^\s"<]+token=[\w-]+/) ?? [];
  const { browser } = signup;
  const page = await browser.open(`${origin}/login`);
  await page.submit("Login", { "Email or phone": LOGIN.Email, Password: LOGIN.Password });
  return (await browser.open(link)).submit("Confirm my e-mail address");
}

/** Follows an invitation to the console. @returns the page after joining, in a browser that is signed in */
async function joinConsole(link: string): Promise<Page> {
  const page = await newBrowser().open(link);
  const secret = /[A-Z2-7]{4}( [A-Z2-7]{4}){7}/.exec(page.text)![0].replaceAll(" ", "");
  const code = codeAt(secret, Date.now());
  return page.submit("Join", { "Your name": "Me", Password: "three quiet umbrellas", "Code that the app shows": code });
}

/** Invites another member, whose link the mail has and the maker's page does not. */
async function inviteByMail({ browser }: Page) {
  const staff = await browser.open("https://console.maple.example/staff");
  const invited = await staff.submit("Invite", { "E-mail address": "bimal@maple.example", Brand: "Maple" });
  expect(invited.text).toContain("The link was mailed to bimal@maple.example.");
  expect(invited.text).not.toContain("/invitation/");
  await expect.poll(() => mail.received).toMatch(/^From:.*console@maple\.example/m);
}

test('"Go live" leads word by word from nothing to a brand that sells, and to its gateway', async () => {
  expect(blocks("Go live", "sh")).toHaveLength(15);
  const catalogue = blocks("The catalogue's file", "json")[0]!;
  writeFileSync(join(folder, "catalogue.json"), catalogue);
  writeFileSync(join(folder, "vouchers.csv"), blocks("The stock's file", "csv")[0]!);

  expect(await inTerminal(build! + settings!, { isNew: false })).toEqual({ code: 0, output: "" });
  const given = readFileSync(join(folder, "awning.env"), "utf8");
  expect(given).toMatch(/^SMTP_URL=smtps:\/\/user:password@smtp\.maple\.example$/m);
  writeFileSync(join(folder, "awning.env"), given.replace(/^SMTP_URL=.*$/m, `SMTP_URL=${mail.url}`));
  expect(await inTerminal(brand)).toMatchObject({ code: 0 });
  for (const facts of blocks("Go live", "json")) addToTenant(JSON.parse(facts));

  const refused = await inTerminal(check);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(
    /^[^\n]*maple\/tenant\.json: payments: .*ALLOW_SANDBOX_PAYMENTS=1[^\n]*\n1 problem\n$/,
  );
  await expect(startByGuide().then((shop) => shop[Symbol.asyncDispose]())).rejects.toThrow(
    /payments: .*ALLOW_SANDBOX_PAYMENTS=1/,
  );

  expect(await inTerminal(rehearse)).toMatchObject({ code: 0 });
  const checked = await inTerminal(check);
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("No problems in 1 brand.") });
  expect(checked.output).toMatch(/^note: environment: ALLOW_SANDBOX_PAYMENTS: shoppers .* approve their own payments/m);
  expect(await inTerminal(fill)).toMatchObject({ code: 0, output: expect.stringContaining("PAGE-1") });

  expect(start).toBe("npm start\n");
  const shop = await startByGuide();
  await using _ = shop;
  await expect.poll(() => shop.log).toMatch(/ALLOW_SANDBOX_PAYMENTS=1: shoppers/);
  expect(shop.log).toContain(`"tenant":"maple","origin":"${origin}"`);
  expect(await inTerminal(look)).toMatchObject({ code: 0 });

  const invited = await inTerminal(invite);
  const [link = ""] = /https:\/\/console\.maple\.example\/invitation\/\S+/.exec(invited.output) ?? [];
  const me = await joinConsole(link);
  expect([me.status, me.text]).toEqual([200, expect.stringContaining("recovery codes")]);
  const door = await newBrowser().open("https://console.maple.example/sign-in");
  expect([door.status, door.text]).toEqual([200, expect.not.stringContaining("demo")]);
  await inviteByMail(me);
  const home = await signUp();
  const { browser } = home;
  const screen = await (await addToCart(home, "Page One Gift Card", "₹500.00")).submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  const openHistory = async () => (await browser.open(`${origin}/order-history`)).text;
  await expect.poll(openHistory).toContain("6012-3456-7890");
  await expect.poll(() => mail.received).toMatch(/^Subject: \S*Your\S*gift|^Subject: =\?UTF-8\?Q\?Your/m);
  const orders = await me.browser.open("https://console.maple.example/brands/maple/orders");
  expect(orders.text).toMatch(/₹500\.00/);
  expect(shop.log).toContain(`"client":"${CLIENT.replace(/\d+$/, "0/24")}"`);
  expect(shop.log).not.toContain('"client":"127.');
  expect(await inTerminal(keep)).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "maple.backup")).length).toBeGreaterThan(0);

  await using simulator = await startSimulator();
  addSettings(simulator.printed.match(/PAYMENTS_\S+$/gm)!);
  const chosen = await inTerminal(use);
  expect(chosen).toMatchObject({ code: 0, output: expect.stringContaining("No problems in 1 brand.") });
  await shop.stop();
  await using again = await startByGuide();
  const next = await (
    await addToCart(await browser.open(origin), "Page One Gift Card", "₹500.00")
  ).submit("Proceed to Checkout");
  const leaving = await next.submit("Continue to payment", { [TERMS]: true });
  const page = await leaving.follow("Continue to payment");
  expect(page.url).toContain("https://pay.maple.example");
  const back = await page.submit("Pay ₹500.00");
  expect(back.url).toContain(`${origin}/payment-success`);
  await expect.poll(openHistory).toContain("6012-3456-7891");
  await expect.poll(() => again.log).toMatch(/"path":"\/payment-notification"\},"res":\{"statusCode":200\}/);

  expect(await inTerminal(close)).toMatchObject({ code: 0 });
  const kept = readFileSync(join(folder, "awning.env"), "utf8").replaceAll(/^PAYMENTS_.*\n/gm, "");
  expect(kept).not.toContain("ALLOW_");
  writeFileSync(join(folder, "awning.env"), kept);
  const missing = await inTerminal(connect);
  expect(missing.code).toBe(1);
  expect(missing.output.match(/^error: PAYMENTS_MAPLE_\w+ is missing/gm)).toHaveLength(3);
});

/** The simulator that the guide starts in another terminal. It ends with its terminal. */
async function startSimulator() {
  const port = await freePort();
  proxy.ports.set(SIMULATOR_PORT, port);
  const command = `cd ${folder}; ${read}${simulate!.trim()} --port ${port}`;
  const terminal = spawn("bash", ["-c", command], { env: machine, detached: true });
  const ended = once(terminal, "close");
  const simulator = {
    printed: "",
    async [Symbol.asyncDispose]() {
      process.kill(-terminal.pid!, "SIGTERM");
      await ended;
    },
  };
  for (const stream of [terminal.stdout, terminal.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (simulator.printed += text));
  await waitFor(() => expect(simulator.printed).toContain(`Notifications go to ${origin}/payment-notification`));
  return simulator;
}

test("systemd starts what npm start does, and gives it time to end", () => {
  const unit = readFileSync("docs/machine/awning.service", "utf8");
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const [, setting, command] = /^(NODE_ENV=\w+) exec (node .*)$/.exec(scripts.start)!;
  expect(unit).toContain(`\nEnvironment=${setting}\nExecStart=/srv/awning/node_modules/.bin/${command}\n`);
  const stop = readFileSync("config/process/stop-server.ts", "utf8");
  const { length, 0: line } = [...stop.matchAll(/^const HARD_STOP_MS = ([\d_]+);$/gm)];
  expect(length).toBe(1);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)![1]) * 1_000).toBeGreaterThan(Number(line![1]!.replaceAll("_", "")));
});

describe("the proxies' files", () => {
  const caddy = readFileSync("docs/machine/Caddyfile", "utf8");
  const [shopNames = [], simulatorNames = []] = sites.map(({ names }) => names);

  test("lead the guide's names to the ports of the shop and of the simulator", () => {
    expect(shopNames.join()).toBe("gifts.maple.example,console.maple.example");
    expect(settings).toContain("CONSOLE_HOSTNAME=console.maple.example\n");
    expect(brand).toContain("--hostname gifts.maple.example ");
    expect(sites.map(({ port }) => port)).toEqual([SHOP_PORT, SIMULATOR_PORT]);
    expect(caddy).toContain(`\n${shopNames.join(", ")} {\n\treverse_proxy 127.0.0.1:${SHOP_PORT} {\n`);
    const [rehearsal = ""] = blocks("Go live", "caddy");
    expect(rehearsal).toBe(`${simulatorNames.join(", ")} {\n\treverse_proxy 127.0.0.1:${SIMULATOR_PORT}\n}\n`);
    for (const [, port] of nginx.matchAll(/^ *listen (?:\[::\]:)?(\d+)/gm)) expect(["80", "443"]).toContain(port);
  });

  test("let pages stream, pass the console's files on, and log no path", () => {
    for (const line of ["proxy_buffering off;", "proxy_request_buffering off;", "proxy_http_version 1.1;"])
      expect(nginx).toContain(` ${line}\n`);
    expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)![1])).toBeGreaterThan(MAX_UPLOAD_MB);
    const passing = nginx.split(/^server \{$/m).slice(1);
    for (const block of passing) expect(block).toContain("access_log off;\n");
    expect(nginx).toMatch(/error_log \S+ crit;/);
    expect(caddy).toContain("exclude http.log.error\n");
    expect(caddy).not.toMatch(/max_size|request_buffers|response_buffers|buffer_/);
  });

  test("ask to try again while the shop is stopped, and do not name nginx's version", () => {
    expect(nginx).toContain(" error_page 502 =503 @closed;\n");
    expect(nginx).toMatch(/location @closed \{[^}]*Retry-After 5 always;[^}]*return 503 "[^"]+";/);
    expect(caddy).toMatch(/handle_errors \{\s+header Retry-After 5\s+respond "[^"]+" 503\n/);
    for (const block of nginx.split(/^server \{$/m).slice(1)) expect(block).toContain(" server_tokens off;\n");
  });
});
