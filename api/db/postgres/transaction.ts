import { type DatabaseConnection, type Dialect, Transaction } from "kysely";

import type { Reader, RunInTransaction } from "../database.ts";
import type { Schema } from "../schema.ts";

/**
 * Runs transactions in fewer round trips than Kysely, which waits for each answer: BEGIN is sent with the first query, and
 * concurrent queries (../pipeline.ts) are sent together, in their order.
 *
 * @param database the database of the transactions
 * @param dialect the dialect of `database`
 * @param onWritten called after each commit of a transaction that changed a row, also of one whose answer was lost
 */
export function createTransactions(database: Reader, dialect: Dialect, onWritten: () => void): RunInTransaction {
  const executor = database.getExecutor();
  const driver = dialect.createDriver(); // only sends BEGIN, COMMIT and ROLLBACK, on the given connections

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
        await driver.commitTransaction(pooled).finally(() => connection.hasWritten && onWritten());
        return result;
      } catch (error) {
        connection.end();
        await begun;
        await driver.rollbackTransaction(pooled);
        throw error;
      }
    });
}

/** A connection for the duration of one transaction. */
class TransactionConnection implements DatabaseConnection {
  hasWritten = false;
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
      () => {}, // the caller that awaits it receives the error
    );
  }

  /** Refuses further queries, which would run outside the transaction. */
  end() {
    this.#state = "over";
  }

  async executeQuery<R>(query: Parameters<DatabaseConnection["executeQuery"]>[0]) {
    // If BEGIN fails, a query sent after it runs outside a transaction. So only reads are sent before BEGIN's answer.
    if (this.#state === "beginning" && query.query.kind !== "SelectQueryNode") this.#state = "waiting";
    if (this.#state === "waiting") await this.#begun;
    if (this.#state === "over") throw new Error("the transaction is over");
    const isBegun = this.#state === "begun";
    const result = await this.#pooled.executeQuery<R>(query);
    if ((result.numAffectedRows ?? 0n) > 0n) this.hasWritten = true;
    if (!isBegun) await this.#begun;
    return result;
  }
}
