import {
  createCategory,
  createProduct,
  createSubcategory,
  type NewProduct,
} from "../../../api/repositories/catalogue/catalogue.ts";
import type { Shop } from "../../../api/shop/shop.ts";

/** Product ids by the product's special trait; the same in every tenant. Amounts in rupees. */
export const PRODUCT = {
  /** 100, 250 or 500. */
  choices: 1,
  /** Any whole amount of 200 to 5000. */
  range: 2,
  /** 99.50 only. */
  paise: 3,
  unavailable: 4,
  outOfStock: 5,
  /** Its name holds 100%_off\. */
  awkward: 6,
};

/** A product that a test adds, without name and place. Amounts in paise. */
export const NEW_PRODUCT: Omit<NewProduct, "name" | "subcategoryId"> = {
  imageUrl: "",
  priceMrp: 10_000,
  isAvailable: true,
  quantity: 10,
  validityDays: 365,
  details: "",
  termsAndConditions: "",
  howToUse: "",
  denominations: [{ min: 10_000, max: 10_000 }],
};

/** Two categories with two subcategories each, and twenty products: the six above and 14 fixed ones of 110, 120 … 240. */
export const createTestCatalogue = (shop: Shop) =>
  shop.db.transaction(async (tx) => {
    const food = await createCategory(tx, "Food");
    const travel = await createCategory(tx, "Travel");
    const pizza = await createSubcategory(tx, food, "Pizza");
    const coffee = await createSubcategory(tx, food, "Coffee");
    const hotels = await createSubcategory(tx, travel, "Hotels");
    await createSubcategory(tx, travel, "Trains");

    const fixed = (...rupees: number[]) => rupees.map((amount) => ({ min: amount * 100, max: amount * 100 }));
    const product = (change: Partial<NewProduct> & Pick<NewProduct, "name">) =>
      createProduct(tx, {
        subcategoryId: pizza,
        imageUrl: "/media/cards/test.svg",
        denominations: fixed(100) as NewProduct["denominations"],
        priceMrp: 10_000,
        isAvailable: true,
        quantity: 1000,
        details: "<p>Good for <b>one</b> meal</p>",
        termsAndConditions: "<ul><li>Once</li></ul>",
        howToUse: "<p>Show it</p>",
        validityDays: 365,
        ...change,
      });

    await product({ name: "Crust Court", denominations: fixed(100, 250, 500) as NewProduct["denominations"] });
    await product({ name: "Open Oven", denominations: [{ min: 20_000, max: 500_000 }] });
    await product({ name: "Odd Sum", denominations: [{ min: 9_950, max: 9_950 }] });
    await product({ name: "Closed Kitchen", isAvailable: false });
    await product({ name: "Sold Out", quantity: 0 });
    await product({ name: "Bean 100%_off\\ Bar", subcategoryId: coffee });
    for (let step = 1; step <= 14; step++)
      await product({
        name: `Night ${step}`,
        subcategoryId: hotels,
        denominations: fixed(100 + step * 10) as NewProduct["denominations"],
      });
  });
