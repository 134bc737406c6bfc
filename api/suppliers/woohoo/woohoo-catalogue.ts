import type { VoucherSupplier } from "../../ports/voucher-supplier.ts";
import { readAnswer } from "../adapter/responses.ts";
import { readError, type WoohooClient } from "./woohoo-client.ts";
import { CategoriesAnswer, ProductAnswer, ProductsAnswer, toProduct } from "./woohoo-wire.ts";

const PRODUCTS_IN_A_PAGE = 20;

type ProductPage = ReturnType<VoucherSupplier["listProducts"]>;

/** A cursor holds the remaining categories and the offset in the first, such as `121,122/20`. */
export async function listProducts(client: WoohooClient, cursor: string | null): ProductPage {
  const [left, from] = cursor?.split("/") ?? [(await readCategories(client)).join(","), "0"];
  const [category, ...others] = left!.split(",");
  const offset = Number(from);
  const query = `?limit=${PRODUCTS_IN_A_PAGE}&offset=${offset}`;
  const path = `/rest/v3/catalog/categories/${encodeURIComponent(category!)}/products${query}`;
  const answer = await client.call("GET", path);
  if (answer.status !== 200) throw client.failure(answer);
  const items = readAnswer(client.name, ProductsAnswer, answer).products;
  const products = [];
  for (const item of items) products.push(toProduct(item) ?? (await readProduct(client, item.sku)));
  const next =
    items.length === PRODUCTS_IN_A_PAGE
      ? `${left}/${offset + PRODUCTS_IN_A_PAGE}`
      : others.length > 0
        ? `${others.join(",")}/0`
        : null;
  return { products: products.filter((product) => product !== undefined), next };
}

async function readProduct(client: WoohooClient, sku: string) {
  const answer = await client.call("GET", `/rest/v3/catalog/products/${encodeURIComponent(sku)}`);
  if (readError(answer)?.code !== undefined) return undefined;
  if (answer.status !== 200) throw client.failure(answer);
  return toProduct(readAnswer(client.name, ProductAnswer, answer));
}

async function readCategories(client: WoohooClient): Promise<string[]> {
  const answer = await client.call("GET", "/rest/v3/catalog/categories");
  if (answer.status !== 200) throw client.failure(answer);
  return readAnswer(client.name, CategoriesAnswer, answer).map(({ id }) => id);
}
