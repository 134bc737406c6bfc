import { createProduct } from "../../../api/repositories/catalogue/catalogue.ts";
import { replaceSources } from "../../../api/repositories/suppliers/product-sources.ts";
import type { TestApi } from "../api/test-api.ts";

type Supplied = { sku: string; paise: number; suppliers: string[] };

/** A new product of one amount without stock, which these suppliers sell as `sku`. @returns its id */
export const createSuppliedProduct = (api: TestApi, { sku, paise, suppliers }: Supplied): Promise<number> =>
  api.shop().db.transaction(async (tx) => {
    const id = await createProduct(tx, {
      name: `Card ${sku}`,
      subcategoryId: 1,
      imageUrl: "/media/cards/test.svg",
      denominations: [{ min: paise, max: paise }],
      priceMrp: paise,
      isAvailable: true,
      quantity: 0,
      validityDays: 365,
      details: "",
      termsAndConditions: "",
      howToUse: "",
    });
    const sources = suppliers.map((supplier) => ({ supplier, sku }));
    await replaceSources(tx, id, sources);
    return id;
  });
