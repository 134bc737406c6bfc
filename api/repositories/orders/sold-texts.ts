import { currentLanguage } from "../../../config/language/current.ts";
import { pictureUrl } from "../../card-art/picture-url.ts";
import { nameIn, readTranslations } from "../../domain/translations.ts";
import type { Shop } from "../../shop/shop.ts";
import { listTranslatedProducts } from "../catalogue/catalogue.ts";

/** A card of an order: the product's name, picture and category as they were bought, and its present explanation. */
type Sold = { product_id: number; name: string; image_url: string; category?: string; how_to_use?: string | null };

/**
 * Reads the translations of sold products.
 * @returns a function that puts a sold card into the current language. A name or category that has changed since then stays as it
 * was bought.
 */
export async function readSoldTexts({ db, tenant }: Pick<Shop, "db" | "tenant">, sold: Pick<Sold, "product_id">[]) {
  const ids = tenant.languages.length > 1 ? [...new Set(sold.map(({ product_id }) => product_id))] : [];
  const rows = ids.length > 0 ? await listTranslatedProducts(db.read, ids) : [];
  const products = new Map(rows.map((row) => [row.id, row]));
  return <Row extends Sold>(row: Row): Row => {
    const product = products.get(row.product_id);
    return product === undefined ? row : { ...row, ...translateSold(row, product) };
  };
}

type Product = Awaited<ReturnType<typeof listTranslatedProducts>>[number];

function translateSold(row: Sold, { id, image_url: imageUrl, category, ...product }: Product) {
  const { code } = currentLanguage();
  const texts = readTranslations(product.translations)[code] ?? {};
  const categoryName = category === row.category ? nameIn(product.category_translations, code) : undefined;
  const name = product.name === row.name ? texts.name : undefined;
  const drawn = { id, imageUrl, category, name: row.name };
  const hasSamePicture = row.image_url === pictureUrl(drawn);
  return {
    ...(categoryName !== undefined && { category: categoryName }),
    ...(name !== undefined && { name }),
    ...(name !== undefined && hasSamePicture && { image_url: pictureUrl({ ...drawn, written: name }) }),
    ...(row.how_to_use !== undefined && texts.how_to_use !== undefined && { how_to_use: texts.how_to_use }),
  };
}
