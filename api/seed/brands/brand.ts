/** The products and categories of a demo brand. */
export type Brand = {
  /** The categories in the order of their ids. A merchant's shelf determines its subcategory. */
  categories: { name: string; subcategories: { name: string; shelves: string[] }[] }[];
  /** Names of merchants, in recommended order. A product's id is its position, so append only. */
  products: string[];
  /** Listed, but currently not sold. */
  unavailable: string[];
  /** On sale, but without vouchers. */
  outOfStock: string[];
  /** The names of demo@awning.test and of the shopper with unfinished orders. */
  shoppers: { demo: string; other: string };
};
