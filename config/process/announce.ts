import type { Logger } from "pino";

import { consoleOrigin } from "../brand/console-site.ts";
import { OVERRIDES } from "../brand/exposure.ts";
import { isLoopbackHostname, isPublic } from "../brand/loopback.ts";
import { canonicalOrigin } from "../brand/origin.ts";
import type { Tenant } from "../brand/schema.ts";
import { isOutputJson } from "./json-output.ts";

type Settings = Partial<Record<keyof typeof OVERRIDES, "1">> & {
  HOST: string;
  CONSOLE_HOSTNAME?: string;
  isDemo: boolean;
};

type Opened = { settings: Settings; port: number; tenants: Tenant[]; hasPublicBrand: boolean; log: Logger };

/** Lists the open brands with their addresses: for people, or one line of the log each. */
export function announce({ settings, port, tenants, log }: Opened) {
  const local = tenants.flatMap((tenant) => tenant.hostnames.filter((name) => name.endsWith(".localhost")).slice(0, 1));
  const brands = tenants.map((tenant) => {
    const hostname = tenant.hostnames.find((name) => local.includes(name)) ?? tenant.hostnames[0];
    const origin = tenant.origin || isPublic(tenant) ? canonicalOrigin(tenant) : `http://${hostname}:${port}`;
    return { tenant: tenant.id, name: tenant.branding.organization_name ?? tenant.id, origin };
  });
  const title = brands.length > 0 ? "Awning is open" : "No brand is open";
  const { CONSOLE_HOSTNAME, isDemo } = settings;
  const consoleUrl = CONSOLE_HOSTNAME === undefined ? undefined : consoleOrigin(CONSOLE_HOSTNAME, port);
  if (isOutputJson) {
    for (const { tenant, origin } of brands) log.info({ tenant, origin }, "brand is open");
    return log.info({ port, console: consoleUrl }, title);
  }
  console.log(brands.length > 0 ? `\n${title}:` : `\n${title}: the lines above say why.`);
  for (const { name, origin } of brands) console.log(`  ${name.padEnd(12)} ${origin}`);
  if (tenants.some((tenant) => tenant.seed === "demo")) console.log("Demo login: demo@awning.test, password Demo@2026");
  if (consoleUrl) console.log(`Console: ${consoleUrl}`);
  if (consoleUrl && isDemo) console.log("Console login: owner@awning.test, password Console@2026, no code");
  if (local.length > 0) {
    console.log(
      `Clients that do not resolve *.localhost (text browsers, Node) need this line in /etc/hosts: 127.0.0.1 ${local.join(" ")}`,
    );
  }
  console.log("Stop with Ctrl+C.\n");
}

/** Warns of settings that open what is closed by itself, and of a demo that the local network can reach. */
export function warnOfOpenDoors({ settings, hasPublicBrand, log }: Opened) {
  for (const [setting, consequence] of Object.entries(OVERRIDES)) {
    if (settings[setting as keyof typeof OVERRIDES] === "1") log.warn({ setting }, `${setting}=1: ${consequence}`);
  }
  const host = settings.HOST;
  if (!hasPublicBrand && !isLoopbackHostname(host) && host !== "::1")
    log.warn(
      { host },
      "no brand is public: this demo answers everybody on the local network (HOST=127.0.0.1 keeps it to this machine)",
    );
}
