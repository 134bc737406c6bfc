import { afterAll } from "vitest";

import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { type Shop, type ShopOptions, useShop } from "../shop/shop.ts";
import { NO_LIMITS } from "./no-limits.ts";
import { createSimulatedGateway, GATEWAYS, MODES, type SimulatedGateway } from "./simulated-gateway.ts";

type Brand = { simulated: SimulatedGateway; at: Listening };

/** The whole product with one demo brand for each gateway and mode, such as `razorpay-hosted`, before their simulators. */
export function useGatewayShop(env: () => Promise<ShopOptions["env"]> = async () => ({})) {
  const brands = new Map<string, Brand>();
  const shop = useShop(async () => {
    const tenants: Record<string, object> = {};
    const secrets: Record<string, string> = {};
    for (const gateway of GATEWAYS)
      for (const mode of MODES) {
        const brand = `${gateway}-${mode}`;
        const simulated = createSimulatedGateway(gateway, mode);
        const at = await listen(simulated.simulator);
        brands.set(brand, { simulated, at });
        tenants[brand] = { seed: "demo", ...NO_LIMITS, payments: simulated.payments(at.url) };
        Object.assign(secrets, simulated.secrets(brand));
      }
    return { tenants, env: { ...secrets, ...(await env()) } };
  });
  afterAll(async () => {
    for (const { at } of brands.values()) await at.close();
  });
  return {
    shop,
    /** The brand's gateway, which notifies the shop from now on. */
    gateway(brand: string): Brand & { shop: Shop } {
      const found = brands.get(brand)!;
      found.simulated.simulator.setWebhookUrl(shop().url(brand, "/payment-notification"));
      return { ...found, shop: shop() };
    },
    goDown: (brand: string) => brands.get(brand)!.at.close(),
    async comeBack(brand: string) {
      const found = brands.get(brand)!;
      found.at = await listen(found.simulated.simulator, found.at.port);
    },
  };
}
