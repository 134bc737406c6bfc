import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { TlsProxy } from "../helpers/http/tls-proxy.ts";
import { SmtpServer } from "../helpers/processes/smtp-server.ts";
import { askGatewaysNow } from "../helpers/shop/books.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// An operator follows "Go live" in docs/operating.md, command by command.

const guide = readFileSync("docs/operating.md", "utf8");
const section = (title: string) => guide.split(/^## /m).find((part) => part.startsWith(`${title}\n`))!;
const blocks = (title: string, language: string) =>
  [...section(title).matchAll(new RegExp("^( *)```" + language + "\n([^]*?)^ *```$", "gm"))].map(
    ([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );

const folder = mkdtempSync(join(tmpdir(), "awning-go-live-"));
const mail = await new SmtpServer().start();
const proxy = await new TlsProxy().start();
const origin = `https://gifts.maple.example:${proxy.port}`;
afterAll(async () => {
  await mail.close();
  await proxy[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The operator's terminal: what a command exports is there for the next one. */
const terminal = {
  env: {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
  } as Record<string, string>,
  async run(commands: string) {
    const kept = join(folder, "env");
    const script = `cd ${folder}; trap 'env -0 > ${kept}' EXIT; set -e; ${commands}`;
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile("bash", ["-c", script], { env: this.env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
    const pairs = readFileSync(kept, "utf8").split("\0").filter(Boolean);
    this.env = Object.fromEntries(pairs.map((pair) => pair.split(/=([^]*)/, 2) as [string, string]));
    return { code, output };
  },
};

/** The command that the guide calls `awning`. */
function installAwning() {
  mkdirSync(join(folder, "bin"));
  const file = join(folder, "bin", "awning");
  writeFileSync(file, `#!/bin/sh\nexec ${process.execPath} ${join(process.cwd(), "cli/awning.ts")} "$@"\n`);
  chmodSync(file, 0o755);
}

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

async function buyAsStranger() {
  const login = { Email: "asha@example.com", Password: "Monsoon-7Rain" };
  const signup = await new TextBrowser().open(`${origin}/signup`);
  await signup.submit("Register Now", { ...login, "Full Name": "Asha Rao", "Confirm Password": login.Password });
  await expect.poll(() => mail.received).toContain("/verify-email?token=3D");
  const [link = ""] =
    mail.received
      .replaceAll("=\r\n", "")
      .replaceAll("=3D", "=")
      .match(/https:[^\s"<]+token=[\w-]+/) ?? [];
  const { browser } = signup;
  const page = await browser.open(`${origin}/login`);
  await page.submit("Login", { "Email or phone": login.Email, Password: login.Password });
  // The mail names the brand's public origin, which here has the proxy's port.
  const home = await (await browser.open(link)).submit("Confirm my e-mail address");
  const cart = await addToCart(home, "Page One Gift Card", "₹500.00");
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  return () => browser.open(`${origin}/order-history`);
}

test('"Go live" leads word by word from nothing to a first sale', async () => {
  installAwning();
  const [catalogue = ""] = blocks("The catalogue's file", "json");
  writeFileSync(join(folder, "catalogue.json"), catalogue.replace(/\n *"image_url".*/, ""));
  writeFileSync(join(folder, "vouchers.csv"), blocks("The stock's file", "csv")[0]!);

  const steps = blocks("Go live", "sh");
  expect(steps).toHaveLength(7);
  const [secrets, brand, check, rehearse, fill, start, keep] = steps as [string, ...string[]];

  await terminal.run(secrets);
  terminal.env.SMTP_URL = mail.url; // the guide's server is an example
  expect(await terminal.run(brand!)).toMatchObject({ code: 0 });
  const file = join(folder, "brands", "maple", "tenant.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), origin }));

  const refused = await terminal.run(check!);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/maple\/tenant\.json: payments: .*ALLOW_SANDBOX_PAYMENTS=1[^\n]*\n1 problem\n$/);
  await expect(startShop({ env: terminal.env }).then((shop) => shop[Symbol.asyncDispose]())).rejects.toThrow(
    /payments: .*ALLOW_SANDBOX_PAYMENTS=1/,
  );

  const rehearsed = await terminal.run(rehearse!);
  expect(rehearsed).toMatchObject({ code: 0, output: expect.stringContaining("No problems in 1 brand.") });
  expect(rehearsed.output).toMatch(/note: environment: ALLOW_SANDBOX_PAYMENTS: shoppers .* approve their own payments/);
  const filled = await terminal.run(fill!);
  expect(filled).toMatchObject({ code: 0, output: expect.stringContaining("PAGE-1") });

  expect(start).toBe("npm start\n");
  await using shop = await startShop({ env: terminal.env });
  proxy.target = shop.port;
  await expect.poll(() => shop.log).toMatch(/ALLOW_SANDBOX_PAYMENTS=1: shoppers/);
  expect(shop.log).toContain(`"tenant":"maple","origin":"${origin}"`);
  const openHistory = await buyAsStranger();
  askGatewaysNow(shop, "maple"); // the guide's hostname leads nowhere from here, so no notification arrives
  await expect.poll(async () => (await openHistory()).text).toContain("6012-3456-7890");
  await expect.poll(() => mail.received).toMatch(/^Subject: \S*Your\S*gift|^Subject: =\?UTF-8\?Q\?Your/m);

  expect(await terminal.run(keep!)).toMatchObject({ code: 0 });
  const { output } = await terminal.run("ls maple.backup");
  expect(output).toBe("maple.backup\n");
});
