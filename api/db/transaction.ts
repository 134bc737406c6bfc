import { type DatabaseConnection, type Dialect, Transaction } from "kysely";

import type { Reader, Writer } from "./database.ts";
import type { Schema } from "./schema.ts";

/** Runs `fn` in a transaction: committed when it resolves, rolled back when it throws. */
export type RunInTransaction = <T>(fn: (tx: Writer) => Promise<T>) => Promise<T>;

/**
 * Transactions in few round trips, where Kysely's own wait for each answer: BEGIN leaves with the first query, and
 * queries that are asked at once (pipeline.ts) leave at once, in their order.
 *
 * @param database what the transactions are of; `dialect` is the one that it was made with
 */
export function createTransactions(database: Reader, dialect: Dialect): RunInTransaction {
  const executor = database.getExecutor();
  const driver = dialect.createDriver(); // only says BEGIN and the like on connections that it is given

  return (fn) =>
    executor.provideConnection(async (pooled) => {
      const begun = driver.beginTransaction(pooled, {});
      const connection = new TransactionConnection(pooled, begun);
      const ownExecutor = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
      const tx = new Transaction<Schema>({ config: { dialect }, dialect, driver, executor: ownExecutor });
      try {
        const result = await fn(tx);
        await begun;
        connection.end();
        await driver.commitTransaction(pooled);
        return result;
      } catch (error) {
        connection.end();
        await begun;
        await driver.rollbackTransaction(pooled);
        throw error;
      }
    });
}

/** A connection for as long as the transaction lasts. */
class TransactionConnection implements DatabaseConnection {
  readonly streamQuery: DatabaseConnection["streamQuery"];
  readonly #pooled: DatabaseConnection;
  readonly #begun: Promise<void>;
  #state: "beginning" | "waiting" | "begun" | "over" = "beginning";

  constructor(pooled: DatabaseConnection, begun: Promise<void>) {
    this.#pooled = pooled;
    this.#begun = begun;
    this.streamQuery = pooled.streamQuery.bind(pooled);
    begun.then(
      () => (this.#state = "begun"),
      () => {}, // the caller that awaits it hears of it
    );
  }

  /** From now on queries are refused: they would be outside the transaction. */
  end() {
    this.#state = "over";
  }

  async executeQuery<R>(query: Parameters<DatabaseConnection["executeQuery"]>[0]) {
    // Should BEGIN fail, what was sent behind it counts by itself: so nothing but reads goes before its answer is there.
    if (this.#state === "beginning" && query.query.kind !== "SelectQueryNode") this.#state = "waiting";
    if (this.#state === "waiting") await this.#begun;
    if (this.#state === "over") throw new Error("the transaction is over");
    if (this.#state === "begun") return this.#pooled.executeQuery<R>(query);
    const result = await this.#pooled.executeQuery<R>(query);
    await this.#begun;
    return result;
  }
}
