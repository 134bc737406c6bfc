/** A product in the recommended order, by position, and by id if positions are equal. */
type Placed = { id: number; position: number; category_id: number };

/** The direction of a move by one place in an order. */
export type Direction = "up" | "down";

/**
 * Swaps a product with its neighbour of the same category. The products before it may get new positions too, so that all others
 * keep their order, and the reverse move restores the order. @returns the positions that change, by id; undefined for the first
 * or last of its category
 */
export function swapInCategory(
  placed: readonly Placed[],
  id: number,
  direction: Direction,
): Map<number, number> | undefined {
  const moved = placed.find((row) => row.id === id);
  const shelf = placed.filter((row) => row.category_id === moved?.category_id);
  const neighbour = shelf[shelf.findIndex((row) => row.id === id) + (direction === "up" ? -1 : 1)];
  if (moved === undefined || neighbour === undefined) return undefined;
  const places = new Map([
    [moved, neighbour],
    [neighbour, moved],
  ]);
  const order = placed.map((row) => places.get(row) ?? row);

  const changed = new Map<number, number>();
  let next = { id: Infinity, position: Infinity };
  for (const { id, position } of order.toReversed()) {
    const highest = id < next.id ? next.position : next.position - 1;
    const to = Math.min(position, highest);
    if (to !== position) changed.set(id, to);
    next = { id, position: to };
  }
  return changed;
}
