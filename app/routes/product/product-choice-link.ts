/** The product page's URL with another choice; `denomination` in paise. */
export function choiceHref(product: { id: string; name: string }, denomination: number, quantity: number) {
  const { id, name } = product;
  const choice = { product: id, denomination: String(denomination / 100), quantity: String(quantity), name };
  return `/shopping-cart?${new URLSearchParams(choice)}`;
}
