import type { Samples } from "./preview-backend.server.ts";

/** A card for brands that sell none yet, in the form of docs/commerce-api.md. */
export const SAMPLE_CARD = {
  id: "1",
  name: "Sample card",
  image_url: null,
  price: 500,
  price_mrp: 500,
  is_available: true,
  details: "A card that shows how one looks in this shop. Nobody can buy it.",
  terms_and_conditions: "A sample has no terms.",
  how_to_use: "A sample cannot be used.",
  denominations: [500, 1_000, 2_000].map((amount) => ({ id: String(amount), min: amount, max: amount })),
};

/** A list of these products, or of the sample for a shop without products. */
export const sampleCatalogue = (products: unknown[] = [SAMPLE_CARD]): Samples => {
  const list = () => ({ count: products.length, next: null, previous: null, results: products });
  return { "/products/": list, "/products/sort/": list, "/search/": list };
};

type Card = { id: string; name: string; imageUrl: string | null };

/** A made-up shopper with two cards in the cart. */
export const sampleShopper = ({ id, name, imageUrl }: Card): Samples => ({
  "/user-data/": () => ({
    username: "Sample shopper",
    email: "sample@shopper.example",
    phone: "9876543210",
    coins: 250,
    email_verified: true,
  }),
  "/cart/": () => [
    {
      id: "1",
      product: { id, name, image_url: imageUrl, expiry_date: null },
      quantity: 2,
      price: 500,
      selectedDenomination: 500,
    },
  ],
});
