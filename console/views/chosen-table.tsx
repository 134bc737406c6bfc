import { DataTable, type DataTableProps } from "../table/data-table.tsx";

/** A list with the columns that a member has chosen: all without a choice, and always the first, which identifies the row. */
export function ChosenTable<Row>({ shown, ...table }: DataTableProps<Row> & { shown: string[] | null }) {
  const columns = table.columns.filter(({ label }, at) => at === 0 || shown === null || shown.includes(label));
  return <DataTable {...table} columns={columns} />;
}
