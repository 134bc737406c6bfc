import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  RawNode,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";

/**
 * Writes `column = +?` for `column = ?`. SQLite plans a statement again whenever a plain parameter of a comparison is bound, in case
 * it is 0 or 1, which takes ten times as long as running most of ours. better-sqlite3 cannot switch that off
 * (SQLITE_DBCONFIG_ENABLE_QPSG). Other comparisons stay, because `like ?` and indexes with a condition need the value.
 */
export class SteadyCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const { leftOperand, operator, rightOperand } = node;
    const isEquality = OperatorNode.is(operator) && operator.operator === "=";
    if (!isEquality || !isValue(rightOperand)) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(" = +");
    this.visitNode(rightOperand);
  }
}

/** A value, or one of `sql.val`. */
const isValue = (node: OperationNode): boolean =>
  ValueNode.is(node)
    ? !node.immediate
    : RawNode.is(node) &&
      node.parameters.length === 1 &&
      node.sqlFragments.join("") === "" &&
      isValue(node.parameters[0]!);
