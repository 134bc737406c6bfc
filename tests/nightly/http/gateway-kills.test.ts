import { expect, test } from "vitest";

import { engines } from "../../helpers/database/test-database.ts";
import { killDuringPurchases } from "../../helpers/gateways/killed-purchases.ts";
import { GATEWAYS } from "../../helpers/gateways/simulated-gateway.ts";
import { startTornShop } from "../../helpers/gateways/torn-shop.ts";

// A small run of `npm run torture gateway-kills`.

test.each(engines)(
  "five kills of the API during purchases leave our books and the gateway's the same, on %s",
  async (engine) => {
    const seed = Math.floor(Math.random() * 1e6);
    const gateway = GATEWAYS[seed % GATEWAYS.length]!;
    await using torn = await startTornShop(gateway, { engine, shoppers: 300 });
    const { lost } = await killDuringPurchases(torn, { kills: 5, seed });
    const about = `${gateway}, seed ${seed}`;
    expect([about, ...lost, ...(await torn.differences())]).toEqual([about]);
  },
);
