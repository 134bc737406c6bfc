import { startGatewayApi } from "../../tests/helpers/gateways/gateway-api.ts";
import { playGatewayHistory } from "../../tests/helpers/gateways/gateway-model.ts";
import { type GatewayKind, GATEWAYS, type Mode, MODES } from "../../tests/helpers/gateways/simulated-gateway.ts";
import type { Row } from "../table.ts";

/** Random histories of payments, refunds and lost answers through each simulated gateway; the books must agree after each. */
export async function gatewayModel(count = Number(process.env.N ?? 100)): Promise<Row[]> {
  const rows: Row[] = [];
  for (const gateway of GATEWAYS) for (const mode of MODES) rows.push(await play(gateway, mode, count));
  return rows;
}

async function play(gateway: GatewayKind, mode: Mode, count: number): Promise<Row> {
  const shop = await startGatewayApi(gateway, { mode, cards: count * 20 });
  const from = performance.now();
  try {
    // The books hold all histories so far, so only the first differences identify their history.
    const breaks: string[] = [];
    for (let seed = 1; seed <= count && breaks.length === 0; seed++)
      breaks.push(...(await playGatewayHistory(shop, seed)));
    for (const text of breaks.slice(0, 5)) console.error(`${gateway}, ${mode}: ${text}`);
    const what = `${count} histories of payments through ${gateway}, ${mode}: rules broken`;
    const detail = `${Math.round((performance.now() - from) / 1000)} s`;
    return { what, value: breaks.length, unit: "", goal: 0, detail };
  } finally {
    await shop.close();
  }
}
