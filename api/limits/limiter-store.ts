import type { Logger } from "pino";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** A limit: at most `points` in each window. `name`, which holds the tenant's id, is part of every key. */
type Limit = { name: string; points: number; windowMs: number };

/** The store of the counts: this process, or Redis for all replicas. Both count and check in one step. */
export type LimiterStore = {
  createLimiter(limit: Limit): RateLimiterAbstract;
  close(): Promise<void>;
};

const inMemory = ({ points, windowMs }: Limit) => new RateLimiterMemory({ points, duration: windowMs / 1000 });

export const processLimiters: LimiterStore = { createLimiter: inMemory, close: async () => {} };

/**
 * Counts in the Redis at `url`. While Redis cannot be reached, each process counts by itself, from zero: with three replicas,
 * every limit is three times as high, which is better than refusing shoppers. The loss and the return of Redis are each logged
 * once.
 */
export async function connectLimiters(url: string, log: Logger): Promise<LimiterStore> {
  // Its 478 modules take a quarter of the time of a start, and most programs have no Redis.
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: 1_000,
    socket: { connectTimeout: 1_000, socketTimeout: 3_000, reconnectStrategy: (tries) => Math.min(tries * 100, 2_000) },
  });
  let isLost = false;
  client.on("error", (error: Error) => {
    if (!isLost) log.warn({ err: error }, "Redis cannot be reached: each process counts attempts for itself");
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) log.info("Redis is back: attempts are counted for all replicas");
    isLost = false;
  });
  const isKnown = new Promise((resolve) => client.once("ready", resolve).once("error", resolve));
  void client.connect().catch((error: unknown) => log.debug({ err: error }, "the connection to Redis was given up"));
  await isKnown;

  return {
    createLimiter: (limit) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `awning:${limit.name}`,
        points: limit.points,
        duration: limit.windowMs / 1000,
        insuranceLimiter: inMemory(limit),
      }),
    close: async () => void (client.isOpen && client.destroy()),
  };
}

/** Counts one attempt; false beyond the limit. */
export const take = async (limiter: RateLimiterAbstract, key: string): Promise<boolean> =>
  (await takeSome(limiter, key)) !== undefined;

/** Counts one attempt; true for the one that reaches the limit. */
export const takeLast = async (limiter: RateLimiterAbstract, key: string): Promise<boolean> =>
  (await takeSome(limiter, key)) === 0;

/** @returns how many more attempts are left; undefined beyond the limit */
async function takeSome(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    return (await limiter.consume(key)).remainingPoints;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return undefined;
    throw rejection;
  }
}
