import { runCli } from "../../tests/helpers/cli/cli.ts";
import { type Engine, engines } from "../../tests/helpers/database/test-database.ts";
import { killDuringPurchases } from "../../tests/helpers/gateways/killed-purchases.ts";
import { type GatewayKind, GATEWAYS } from "../../tests/helpers/gateways/simulated-gateway.ts";
import { startTornShop } from "../../tests/helpers/gateways/torn-shop.ts";
import { findServer } from "../find-server.ts";
import type { Row } from "../table.ts";

/** Purchases through each gateway while the API is killed; at the end the gateway's books must equal ours. */
export async function gatewayKills(count = Number(process.env.N ?? 50)): Promise<Row[]> {
  const { GATEWAY, ENGINE, SEED } = process.env;
  const seed = Number(SEED ?? Math.floor(Math.random() * 1e6));
  const { url, stop: stopPostgres } = await findServer();
  process.env.TEST_DATABASE_URL = url;
  try {
    const rows: Row[] = [];
    for (const gateway of GATEWAYS.filter((kind) => kind === (GATEWAY ?? kind)))
      for (const engine of engines.filter((one) => one === (ENGINE ?? one)))
        rows.push(...(await kill(gateway, engine, count, seed)));
    return rows;
  } finally {
    await stopPostgres?.();
  }
}

async function kill(gateway: GatewayKind, engine: Engine, kills: number, seed: number): Promise<Row[]> {
  console.error(`${gateway} on ${engine}, SEED=${seed}`);
  await using torn = await startTornShop(gateway, { engine, shoppers: kills * 60 });
  const { orders, lost, servedBy } = await killDuringPurchases(torn, { kills, seed });
  const differences = await torn.differences();
  for (const difference of [...lost, ...differences].slice(0, 10)) console.error(difference);
  const reconciled = await runCli(["reconcile"], { env: torn.env });
  if (reconciled.code !== 0) console.error(reconciled.stdout, reconciled.stderr);
  const received = torn.simulated.books().received.length;
  const what = `${kills} kill -9 of the API during purchases through ${gateway}, ${engine}`;
  const states = Object.entries(servedBy).map(([state, number]) => `${state} ${number}`);
  return [
    { what: `${what}: acknowledged orders lost`, value: lost.length, unit: "", goal: 0, detail: `${orders} orders` },
    {
      what: `${what}: differences from the gateway's books`,
      value: differences.length,
      unit: "",
      goal: 0,
      detail: `${received} payments; ${states.join(", ")}`,
    },
    {
      what: `${what}: exit code of awning reconcile`,
      value: reconciled.code ?? 1,
      unit: "",
      goal: 0,
      detail: `SEED=${seed}`,
    },
  ];
}
