import { expect, test } from "vitest";

import { startGatewayApi } from "../../helpers/gateways/gateway-api.ts";
import { playGatewayHistory } from "../../helpers/gateways/gateway-model.ts";
import { GATEWAYS, MODES } from "../../helpers/gateways/simulated-gateway.ts";

// Random histories of payments through simulated gateways; `npm run torture gateway-model` plays many.

const HISTORIES = 2;
const CASES = GATEWAYS.flatMap((gateway) => MODES.map((mode) => [gateway, mode] as const));

test.each(CASES)(
  "random payments through %s, %s, leave our books and the gateway's the same",
  async (gateway, mode) => {
    const shop = await startGatewayApi(gateway, { mode, cards: HISTORIES * 20 });
    try {
      for (let seed = 1; seed <= HISTORIES; seed++) expect(await playGatewayHistory(shop, seed)).toEqual([]);
    } finally {
      await shop.close();
    }
  },
);
