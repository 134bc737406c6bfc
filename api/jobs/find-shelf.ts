import { foldSearch } from "../../config/typed/search.ts";
import { KEY } from "../domain/catalogue-keys.ts";
import type { AskedShelf } from "../domain/files/catalogue-table.ts";
import type { listShelves } from "../repositories/catalogue/catalogue-rows.ts";

type Found = { key: string } | { reason: string } | undefined;

/**
 * Returns a search for the shop's subcategory that a row means by a key or a name. A key is taken before a name. The search returns
 * undefined for a text that can be the key of a subcategory in the file.
 */
export function createShelfFinder({ categories, subcategories }: Awaited<ReturnType<typeof listShelves>>) {
  const categoryOf = new Map(categories.map((category) => [category.id, category]));
  const shelves = subcategories.map(({ key, name, category_id }) => ({
    key,
    name,
    category: categoryOf.get(category_id)!,
  }));
  const byKey = new Map(shelves.map((shelf) => [shelf.key, [shelf]]));
  const byName = Map.groupBy(shelves, ({ name }) => fold(name));

  return ({ subcategory, category }: AskedShelf): Found => {
    const found = (byKey.get(subcategory) ?? byName.get(fold(subcategory)) ?? []).filter(
      (shelf) =>
        category === undefined || category === shelf.category.key || fold(category) === fold(shelf.category.name),
    );
    if (found.length === 1) return { key: found[0]!.key };
    if (found.length > 1) {
      const readings = found.map((shelf) => `${shelf.key} in ${shelf.category.name}`).join(", ");
      return { reason: `"${subcategory}" is the name of several subcategories: ${readings}. Write the key of one` };
    }
    if (category !== undefined)
      return {
        reason: `there is no subcategory "${subcategory}" in a category "${category}". Give category, category_name and subcategory_name to add it`,
      };
    return KEY.test(subcategory) ? undefined : { reason: `there is no subcategory "${subcategory}"` };
  };
}

const fold = (name: string) =>
  foldSearch(name)
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
