// `npm run bench [NAME …]` and `npm run torture [NAME …]`: measure, print one table, and exit with 1 if a goal is missed.
import "../config/process/require-node.ts";

import { formatTable, isMet, type Row } from "./table.ts";

type Measurements = Record<string, () => Promise<Row[]>>;

const bench = async (): Promise<Measurements> => ({
  visit: (await import("./visit.ts")).visit,
  "cached-page": (await import("./cached-page.ts")).cachedPage,
  "new-filters": (await import("./new-filters.ts")).newFilters,
  "signed-in-page": (await import("./signed-in-page.ts")).signedInPage,
  poll: (await import("./poll.ts")).poll,
  "first-byte": (await import("./first-byte.ts")).firstByte,
  bytes: (await import("./bytes.ts")).bytes,
  tenants: (await import("./tenants.ts")).tenants,
  "place-order": (await import("./place-order.ts")).placeOrder,
  "two-processes": (await import("./two-processes.ts")).twoProcesses,
  changes: (await import("./changes.ts")).changes,
  "idle-brands": (await import("./idle-brands.ts")).idleBrands,
  capacity: (await import("./capacity.ts")).capacity,
  "thousand-brands": (await import("./thousand-brands.ts")).thousandBrands,
  "console-search": (await import("./console/search.ts")).consoleSearch,
  "console-pages": (await import("./console/pages.ts")).consolePages,
  soak: (await import("./soak.ts")).soak,
  products: (await import("./products.ts")).products,
  dev: (await import("./dev.ts")).dev,
});

async function torture(): Promise<Measurements> {
  const money = await import("./torture/money.ts");
  const floods = await import("./torture/floods.ts");
  return {
    "one-order": () => money.oneOrder(),
    "one-wallet": () => money.oneWallet(),
    coupons: () => money.coupons(),
    payments: () => money.payments(),
    "money-model": async () => (await import("./torture/money-model.ts")).moneyModel(),
    kills: async () => (await import("./torture/kills.ts")).kills(),
    "supplier-kills": async () => (await import("./torture/supplier-kills.ts")).supplierKills(),
    "gateway-kills": async () => (await import("./torture/gateway-kills.ts")).gatewayKills(),
    "gateway-model": async () => (await import("./torture/gateway-model.ts")).gatewayModel(),
    replicas: async () => (await import("./torture/replicas.ts")).replicas(),
    move: async () => (await import("./torture/move.ts")).move(),
    pages: () => floods.pages(),
    restarts: async () => (await import("./torture/storefronts.ts")).restarts(),
    "refresh-storm": async () => (await import("./torture/storefronts.ts")).refreshStorm(),
    "fault-matrix": async () => (await import("./torture/fault-matrix.ts")).faultMatrix(),
    fuzz: async () => (await import("./torture/fuzz.ts")).fuzz(),
    "slow-clients": () => floods.slowClients(),
    "endless-bodies": () => floods.endlessBodies(),
    "login-flood": () => floods.loginFlood(),
    "hung-host": () => floods.hungHost(),
    pgbouncer: async () => (await import("./torture/pgbouncer.ts")).pgbouncer(),
    pollers: () => floods.pollers(),
  };
}

const [kind, ...asked] = process.argv.slice(2);
const measurements = await (kind === "torture" ? torture() : bench());
const unknown = asked.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  console.error(`unknown measurement ${unknown.join(", ")}; choose from ${Object.keys(measurements).join(", ")}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(measurements)) {
  console.error(`${name} …`);
  rows.push(...(await measurements[name]!()));
}
console.log(formatTable(rows));
process.exit(rows.every(isMet) ? 0 : 1);
