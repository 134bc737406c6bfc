/** One line of the table: the measurement, its result and its goal. */
export type Row = { what: string; value: number; unit: string; goal: number; isAtLeast?: boolean; detail?: string };

export const isMet = ({ value, goal, isAtLeast }: Row) => (isAtLeast ? value >= goal : value <= goal);

export function formatTable(rows: Row[]): string {
  const figure = (value: number) =>
    Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(2)));
  const lines = rows.map((row) => [
    row.what,
    `${figure(row.value)} ${row.unit}`.trim(),
    `${row.isAtLeast ? "≥" : "≤"} ${figure(row.goal)} ${row.unit}`.trim(),
    isMet(row) ? "yes" : "no",
    row.detail ?? "",
  ]);
  return [["what", "measured", "goal", "met", "how"], ["---", "---", "---", "---", "---"], ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
