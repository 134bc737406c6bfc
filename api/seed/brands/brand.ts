/** What one demo brand sells, and how it lays it out. */
export type Brand = {
  /** In the order of their ids. A merchant's shelf decides its subcategory. */
  categories: { name: string; subcategories: { name: string; shelves: string[] }[] }[];
  /** Names of merchants; a product's id is its place, so add at the end only. The catalogue recommends in this order. */
  products: string[];
  /** Shown, but not sold for now. */
  unavailable: string[];
  /** On sale, with no voucher left. */
  outOfStock: string[];
  /** Who logs in as demo@awning.test, and who has the orders that are still under way. */
  shoppers: { demo: string; other: string };
};
