import type { z } from "zod";

import { failWithStatus, type Result } from "./result.ts";
import { CoinHistorySchema, LoadCoinSchema } from "./schemas/coins.ts";
import type { Senders } from "./senders.server.ts";
import type { LoadedCoins } from "./types.ts";

/** Coins in hundredths. */
export const createCoinCalls = ({ ask }: Pick<Senders, "ask">) => ({
  async loadCoins(couponCode: string): Promise<Result<LoadedCoins>> {
    const body = { coupon_code: couponCode };
    return toLoaded(await ask({ method: "POST", path: "/load-coin/", body }, LoadCoinSchema));
  },

  /** Optional: checks a code without spending it. */
  async verifyCoupon(couponCode: string): Promise<Result<LoadedCoins>> {
    const body = { coupon_code: couponCode };
    return toLoaded(await ask({ method: "POST", path: "/load-coin/verify/", body }, LoadCoinSchema));
  },

  getCoinHistory: () => ask({ method: "GET", path: "/coins-history" }, CoinHistorySchema),
});

/** Some backends refuse a code with status 200. */
function toLoaded(answer: Result<z.output<typeof LoadCoinSchema>>): Result<LoadedCoins> {
  if (!answer.ok || answer.value.isSuccess) return answer;
  return failWithStatus(200, answer.value.message || null);
}
