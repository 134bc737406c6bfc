import { z } from "zod";

const count = z.number().int();
const time = count;

/** Texts by the code of their language, and by field. */
const TranslationsSchema = z.record(
  z.string(),
  z.object({
    name: z.string().optional(),
    details: z.string().optional(),
    terms_and_conditions: z.string().optional(),
    how_to_use: z.string().optional(),
  }),
);

/** GET /_staff/brands/BRAND/products: amounts in paise. */
export const ProductsSchema = z.object({
  products: z.array(
    z.object({
      id: count,
      sku: z.string(),
      name: z.string(),
      category: z.string(),
      subcategory: z.string(),
      price: count,
      is_available: count,
      free_cards: count,
      low_since: time.nullable(),
      changed_at: time,
    }),
  ),
  next: count.nullable(),
});

export type ListedProduct = z.output<typeof ProductsSchema>["products"][number];

/** A product in the format of its form: texts, amounts in rupees. */
const FormSchema = z.object({
  sku: z.string(),
  name: z.string(),
  subcategory: z.string(),
  denominations: z.string(),
  price_mrp: z.string(),
  is_available: z.boolean(),
  image_url: z.string(),
  details: z.string(),
  terms_and_conditions: z.string(),
  how_to_use: z.string(),
  validity_days: z.string(),
  translations: TranslationsSchema,
  made_from: z.string(),
});

export type ProductValues = z.output<typeof FormSchema> & {
  /** Only in a new product's form: the category that is added with it, and the form's id. */
  new_category?: string;
  form?: string;
  /** The tick that allows amounts of a few rupees. */
  small_amounts?: boolean;
};

/** GET /_staff/brands/BRAND/products/SKU */
export const ProductSchema = z.object({
  product: FormSchema,
  id: count,
  position: count,
  alert: z.object({ own: count.nullable(), usual: count }),
  stock: z.array(
    z.object({
      face_value: count.nullable(),
      in_stock: count,
      too_short: count,
      reserved: count,
      short: count,
      expired: count,
      issued: count,
    }),
  ),
  sources: z.array(z.object({ supplier: z.string(), sku: z.string(), is_sold: z.boolean() })),
});

export type ProductResponse = z.output<typeof ProductSchema>;

const NamedSchema = z.object({ key: z.string(), name: z.string(), translations: TranslationsSchema });

/** GET /_staff/brands/BRAND/categories */
export const CategoriesSchema = z.object({
  categories: z.array(NamedSchema.extend({ subcategories: z.array(NamedSchema.extend({ products: count })) })),
  /** The catalogue itself is in the first one, and can have texts in the others. */
  languages: z
    .array(
      z.object({
        code: z.string(),
        name: z.string(),
        english_name: z.string(),
        locale: z.string(),
        direction: z.enum(["ltr", "rtl"]),
      }),
    )
    .min(1),
});

type CategoriesResponse = z.output<typeof CategoriesSchema>;
export type Categories = CategoriesResponse["categories"];
export type OfferedLanguage = CategoriesResponse["languages"][number];

/** GET /_staff/brands/BRAND/stock-alerts */
export const AlertsSchema = z.object({ alert_below: count, addresses: z.array(z.string()) });
