/** The product page's URL with another choice. `denomination` (rupees) and `quantity` may be as typed. */
export function choiceHref(product: { id: string; name: string }, denomination: string, quantity: number | string) {
  const { id, name } = product;
  const choice = { product: id, denomination, quantity: String(quantity), name };
  return `/shopping-cart?${new URLSearchParams(choice)}`;
}
