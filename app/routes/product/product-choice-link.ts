/** The parameters that the product page reads. */
const READ = ["product", "denomination", "quantity", "price_min", "price_max", "name"];

/** The product page's path with the parameters that it reads, in one order. */
export function choicePath(search: URLSearchParams): string {
  const read = new URLSearchParams();
  for (const name of READ) {
    const value = search.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size === 0 ? "/shopping-cart" : `/shopping-cart?${read}`;
}

/** The product page's URL with another choice. `denomination` (rupees) and `quantity` may be as typed. */
export function choiceHref(product: { id: string; name: string }, denomination: string, quantity: number | string) {
  const { id, name } = product;
  const choice = { product: id, denomination, quantity: String(quantity), name };
  return `/shopping-cart?${new URLSearchParams(choice)}`;
}
