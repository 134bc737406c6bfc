import { setTimeout } from "node:timers/promises";

import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  type RootOperationNode,
  type SelectQueryNode,
  type UpdateQueryNode,
  ValueNode,
  type WhereNode,
} from "kysely";

import type { TenantDatabase } from "../../../api/db/database.ts";

/**
 * The control of race tests: the same code without what makes it safe. No row and no name is locked, and an UPDATE goes
 * by its first condition (the id) alone, so that a guard such as `where status = 'pending'` no longer counts.
 */
export const locksOff = (db: TenantDatabase) => withTransform(db, (node) => withoutGuards(withoutNameLocks(node)));

/** The same without the locks of names alone. */
export const nameLocksOff = (db: TenantDatabase) => withTransform(db, withoutNameLocks);

/** The same code without reservations: an order picks its cards, but does not reserve them. */
export const reservationsOff = (db: TenantDatabase) =>
  withTransform(db, (node) => (node.kind === "UpdateQueryNode" ? withoutReservation(node) : node));

const withoutReservation = (node: UpdateQueryNode): UpdateQueryNode => ({
  ...node,
  updates: node.updates?.map((update) =>
    JSON.stringify(update.column).includes("reserved_for")
      ? { ...update, value: ValueNode.createImmediate(null) }
      : update,
  ),
});

/** After each statement, so that transactions overlap also where a busy machine would run them one after another. */
const PAUSE_MS = 1;

function withTransform(db: TenantDatabase, transform: (node: RootOperationNode) => RootOperationNode): TenantDatabase {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => transform(node),
    transformResult: ({ result }) => setTimeout(PAUSE_MS, result),
  };
  return { ...db, transaction: (fn) => db.transaction((tx) => fn(tx.withPlugin(plugin))) };
}

function withoutNameLocks(node: RootOperationNode): RootOperationNode {
  if (node.kind !== "SelectQueryNode") return node;
  const selections = node.selections?.filter((column) => !JSON.stringify(column).includes("pg_advisory_xact_lock"));
  return { ...node, selections };
}

function withoutGuards(node: RootOperationNode): RootOperationNode {
  const unlocked = new WithoutRowLocks().transformNode(node);
  if (unlocked.kind !== "UpdateQueryNode" || !unlocked.where) return unlocked;
  return { ...unlocked, where: firstOf(unlocked.where) };
}

/** Also in the parts of a statement, such as the one that picks the cards of an order. */
class WithoutRowLocks extends OperationNodeTransformer {
  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    return { ...super.transformSelectQuery(node, id), endModifiers: undefined };
  }
}

function firstOf({ kind, where }: WhereNode): WhereNode {
  let condition = where;
  while (condition.kind === "AndNode" && "left" in condition) condition = condition.left as typeof condition;
  return { kind, where: condition };
}
