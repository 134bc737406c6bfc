import type { KyselyPlugin } from "kysely";

import type { TenantDatabase } from "../../../api/db/database.ts";

/** Records every statement to a tenant's database, without its values. */
export function createStatementLog() {
  const statements: string[] = [];
  const record: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(JSON.stringify(node, (key, part) => (key === "value" || key === "values" ? undefined : part)));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    watch: (db: TenantDatabase): TenantDatabase => ({
      ...db,
      read: db.read.withPlugin(record),
      transaction: (fn, queueKey) => db.transaction((tx) => fn(tx.withPlugin(record)), queueKey),
    }),
    take: () => statements.splice(0),
  };
}
