import { join } from "node:path";

import { z } from "zod";

import { hostOf } from "../typed/ip-address.ts";
import { keepRefused, type Loaded, type TenantProblem } from "./load.ts";
import { isLoopbackAddress, isPublic } from "./loopback.ts";
import { CHANNELS, type Provider } from "./messages.ts";
import { usesPlainHttp } from "./origin.ts";
import type { Supplier, Tenant } from "./schema.ts";
import { createSecrets, MissingSecret, type SecretValues } from "./secrets.ts";

/** Settings that allow a risk on purpose, with the consequence. Every start logs those that are set. */
export const OVERRIDES = {
  ALLOW_HTTP: "public brands may use plain http, so anyone on the network path can read their shoppers' sessions",
  ALLOW_SANDBOX_PAYMENTS: "shoppers of public brands approve their own payments in the sandbox, and no money moves",
  ALLOW_SIMULATORS:
    "public brands may use simulators and test accounts, so shoppers may pay nothing or get vouchers that are made up",
  ALLOW_PUBLIC_DEMO: "demo brands may have public names, with a login whose password is public",
  ALLOW_MAIL_AS_FILES: "mail of public brands stays in DATA_DIR and is not sent",
  ALLOW_NO_PROXY: "all shoppers of public brands count as one address",
} as const;

type Override = keyof typeof OVERRIDES;

const allowed = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.literal("1", { error: "must be 1 or absent" }).optional(),
);

/** The overrides' schema, for the programs' environment readers. */
export const OverrideSettings = {
  ALLOW_HTTP: allowed,
  ALLOW_SANDBOX_PAYMENTS: allowed,
  ALLOW_SIMULATORS: allowed,
  ALLOW_PUBLIC_DEMO: allowed,
  ALLOW_MAIL_AS_FILES: allowed,
  ALLOW_NO_PROXY: allowed,
} satisfies Record<Override, z.ZodType>;

/** The deployment's part of findExposures. `secrets` is the environment, which may contain a gateway's test keys. */
export type Deployment = Partial<Record<Override, "1">> & {
  hasMailServer: boolean;
  hasProxy: boolean;
  secrets: SecretValues;
};

/** The folder of the brands' files, and the overrides of their deployment. */
export type TenantsFolder = { dir: string; deployment: Deployment };

const ENVIRONMENT = "environment";

type Door = {
  override: Override;
  at: { field: string } | { setting: string };
  isOpen(tenant: Tenant, deployment: Deployment): boolean;
  reason: string;
};

const isEmbedded = ({ api }: Tenant) => api.url === "embedded";

const REHEARSAL = "or set ALLOW_SIMULATORS=1 for a rehearsal without real vouchers";

/** Razorpay marks its test mode in no other way (https://razorpay.com/docs/payments/dashboard/account-settings/api-keys). */
function hasTestKey({ id, payments }: Tenant, secrets: SecretValues): boolean {
  if (payments?.gateway !== "razorpay") return false;
  try {
    return createSecrets(secrets, "PAYMENTS", id)
      .read("KEY_ID")
      .some((key) => key.startsWith("rzp_test_"));
  } catch (error) {
    if (error instanceof MissingSecret) return false;
    throw error;
  }
}

/** Reloadly has one fixed address. The other suppliers have various addresses, none of them on this machine. */
const isSimulated = (supplier: Supplier) =>
  supplier.url !== undefined && (supplier.kind === "reloadly" || isLoopbackAddress(hostOf(new URL(supplier.url))));

/** Only the operator's own service has another address than the provider. */
const isPlayed = (provider: Provider | undefined) =>
  provider?.url !== undefined && (provider.provider !== "http" || isLoopbackAddress(hostOf(new URL(provider.url))));

const hasSupplier = (tenant: Tenant, isMatch: (supplier: Supplier) => boolean) =>
  isEmbedded(tenant) && Object.values(tenant.suppliers).some(isMatch);

/** Settings that a public brand must not have, unless the override is set. */
const DOORS: Door[] = [
  {
    override: "ALLOW_HTTP",
    at: { field: "origin" },
    isOpen: usesPlainHttp,
    reason: "is neither https nor a loopback name: give it an https origin, or set ALLOW_HTTP=1 on a private network",
  },
  {
    override: "ALLOW_SANDBOX_PAYMENTS",
    at: { field: "payments" },
    isOpen: (tenant) => isEmbedded(tenant) && tenant.payments === undefined,
    reason:
      "is missing, so shoppers would approve their own payments in the sandbox: choose a gateway " +
      "(awning payments set), or set ALLOW_SANDBOX_PAYMENTS=1 for a rehearsal without real vouchers",
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "payments.url" },
    isOpen: (tenant) => isEmbedded(tenant) && tenant.payments !== undefined && "url" in tenant.payments,
    reason: `names a simulator, which moves no money: remove it, so that the gateway itself is called, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "payments.environment" },
    isOpen: (tenant) =>
      isEmbedded(tenant) && (tenant.payments as { environment?: string } | undefined)?.environment === "test",
    reason: `is test, where no money moves: remove it, and use the live account, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "payments.gateway" },
    isOpen: (tenant, { secrets }) => isEmbedded(tenant) && hasTestKey(tenant, secrets),
    reason: `has a test key (KEY_ID begins with rzp_test_), so no money moves: use the live keys, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "suppliers.url" },
    isOpen: (tenant) => hasSupplier(tenant, isSimulated),
    reason:
      "is a simulator's, so shoppers would pay for made-up cards: remove it, give a service of your own " +
      `a name of your network in place of a loopback address, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "suppliers.environment" },
    isOpen: (tenant) => hasSupplier(tenant, (supplier) => "environment" in supplier && supplier.environment === "test"),
    reason: `is test, so shoppers would pay for test cards: use the live account, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_SIMULATORS",
    at: { field: "messages.url" },
    isOpen: (tenant) => isEmbedded(tenant) && CHANNELS.some((channel) => isPlayed(tenant.messages[channel])),
    reason:
      "is a simulator's, so no message reaches a phone: remove it, give a service of your own " +
      `a name of your network in place of a loopback address, ${REHEARSAL}`,
  },
  {
    override: "ALLOW_PUBLIC_DEMO",
    at: { field: "seed" },
    isOpen: ({ seed }) => seed === "demo",
    reason:
      "creates a login with a public password on a public name: remove it, or set ALLOW_PUBLIC_DEMO=1 for a public demo",
  },
  {
    override: "ALLOW_MAIL_AS_FILES",
    at: { setting: "SMTP_URL" },
    isOpen: (tenant, { hasMailServer }) => isEmbedded(tenant) && tenant.seed !== "demo" && !hasMailServer,
    reason:
      "is missing, so no shopper of a public brand can confirm an address: " +
      "name the mail server, or set ALLOW_MAIL_AS_FILES=1 for a rehearsal without mail",
  },
  {
    override: "ALLOW_NO_PROXY",
    at: { setting: "TRUST_PROXY" },
    isOpen: (_tenant, { hasProxy }) => !hasProxy,
    reason:
      "names no proxy, so all shoppers of a public brand count as one address: " +
      "name the proxy that ends TLS, or set ALLOW_NO_PROXY=1 if there is none",
  },
];

/** One problem for each open door without its override. Empty for brands that are not public. */
export function findExposures(tenant: Tenant, dir: string, deployment: Deployment): TenantProblem[] {
  if (!isPublic(tenant)) return [];
  return DOORS.filter(({ override, isOpen }) => deployment[override] !== "1" && isOpen(tenant, deployment)).map(
    ({ at, reason }) => ({
      brand: tenant.id,
      ...("field" in at
        ? { file: join(dir, tenant.id, "tenant.json"), field: at.field }
        : { file: ENVIRONMENT, field: at.setting }),
      reason,
    }),
  );
}

/** Drops exposed brands and reports them, like brands with a faulty file. */
export function refuseExposed({ tenants, problems }: Loaded, dir: string, deployment: Deployment): Loaded {
  const exposures = tenants.flatMap((tenant) => findExposures(tenant, dir, deployment));
  const refused = new Set(exposures.map(({ brand }) => brand));
  return { tenants: tenants.filter(({ id }) => !refused.has(id)), problems: [...problems, ...exposures] };
}

/**
 * The brands that are open after a reload: an earlier one whose file is now refused keeps its former configuration, unless that is
 * exposed, too, as when its secret becomes a test key. Then it closes, and its problem contains this.
 */
export function reopenSafe(loaded: Loaded, before: Tenant[], { dir, deployment }: TenantsFolder): Loaded {
  const open = refuseExposed(loaded, dir, deployment);
  const closed = before.filter((tenant) => findExposures(tenant, dir, deployment).length > 0);
  const isClosed = (brand: string) => closed.some(({ id }) => id === brand);
  const kept = before.filter(({ id }) => !isClosed(id));
  const describe = (problem: TenantProblem) =>
    isClosed(problem.brand) ? { ...problem, reason: `${problem.reason}; until then the brand is closed` } : problem;
  return { tenants: keepRefused(open, kept), problems: open.problems.map(describe) };
}

/**
 * The problems that stop a start: missing settings, or all problems if no brand would be open. Any other problem is in a brand's
 * file and closes that brand only.
 */
export function findStoppers({ tenants }: Pick<Loaded, "tenants">, dir: string, deployment: Deployment) {
  const open = refuseExposed({ tenants, problems: [] }, dir, deployment);
  return open.tenants.length === 0 ? open.problems : open.problems.filter(({ file }) => file === ENVIRONMENT);
}
