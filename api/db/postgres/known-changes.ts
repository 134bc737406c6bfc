import type { ChangeRow } from "./changes-table.ts";

/** The brands that changed since the watcher looked. */
type Watcher = { brands: Set<string>; isAll: boolean };

/** The last changes of each brand that this process has read, and the watchers that wait for the next ones. */
export function createKnownChanges() {
  const known = new Map<string, number>();
  const versions = new Map<string, number>();
  const watchers = new Set<Watcher>();

  function showWatchers(brand: string) {
    for (const { brands } of watchers) brands.add(brand);
  }

  return {
    /** The version of each brand's catalogue. */
    versions: versions as ReadonlyMap<string, number>,
    showWatchers,

    /** The number of all changes. */
    sum: () => [...known.values()].reduce((sum, changes) => sum + changes, 0),

    /** Takes the rows that this process has written. */
    takeOwn(rows: ChangeRow[]) {
      // Where nobody else has written, this process knows already.
      for (const { brand, changes, catalogue } of rows) {
        if (changes !== (known.get(brand) ?? 0) + 1) continue;
        known.set(brand, changes);
        versions.set(brand, catalogue);
      }
    },

    /** Takes all rows of the table, and shows the changed brands to the watchers. */
    takeAll(rows: ChangeRow[]) {
      const gone = new Set(known.keys());
      for (const { brand, changes, catalogue } of rows) {
        gone.delete(brand);
        versions.set(brand, catalogue);
        if (known.get(brand) === changes) continue;
        known.set(brand, changes);
        showWatchers(brand);
      }
      for (const brand of gone) {
        known.delete(brand);
        versions.delete(brand);
      }
    },

    /** Forgets the table: every brand may have changed. */
    forget() {
      known.clear();
      versions.clear();
      for (const watcher of watchers) watcher.isAll = true;
    },

    /** Returns a function that takes the brands that changed since its last call. */
    watch(): () => ReadonlySet<string> | "all" {
      const watcher: Watcher = { brands: new Set(), isAll: true };
      watchers.add(watcher);
      return () => {
        const changed = watcher.isAll ? "all" : watcher.brands;
        Object.assign(watcher, { brands: new Set(), isAll: false });
        return changed;
      };
    },
  };
}
