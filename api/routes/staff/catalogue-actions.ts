import { z } from "zod";

import { inLanguage, languageAmong } from "../../../config/language/current.ts";
import { ApiError } from "../../base/error.ts";
import { change, offer } from "../../catalogue/act-on-product.ts";
import { draftProduct, drawDraft } from "../../catalogue/draft-product.ts";
import { addProduct, findFreeSku, placeProduct, readProduct } from "../../catalogue/edit-product.ts";
import { NewProductForm, ProductForm } from "../../catalogue/product-form.ts";
import { pictureProblem } from "../../domain/files/catalogue-file.ts";
import { formatPaise } from "../../domain/pricing.ts";
import { changeTranslations, readTranslations } from "../../domain/translations.ts";
import { FormId } from "../../forms/make-once.ts";
import { parseBody } from "../../http/parse.ts";
import { auditOnce, type BrandCall, type BrandRoute } from "../brand-route.ts";
import { productsJson } from "../product-json.ts";
import { refuseOwnLanguage } from "./offered-languages.ts";

/** The tick that confirms unusually small amounts. */
const small_amounts = z.boolean().default(false);
const AddForm = NewProductForm.extend({ small_amounts, form: FormId });
const DraftForm = NewProductForm.extend({
  small_amounts,
  made_from: z.string().optional(),
  form: FormId,
  /** The language to show it in, by its code; the brand's first one if it does not offer this one. */
  language: z.string().optional(),
});
const ChangeForm = ProductForm.extend({ small_amounts, made_from: z.string() });
const OfferForm = z.object({ is_available: z.boolean() });
const PlaceForm = z.object({
  to: z.union([z.enum(["front", "up", "down"]), z.int().min(-1_000_000_000).max(1_000_000_000)]),
});

type Amount = { min: number };

/** In paise. */
const SMALL_AMOUNT = 10_00;

const skuOf = ({ req }: BrandCall) => String(req.params.sku);

function refusePicture({ shop }: BrandCall, url: string | undefined) {
  const problem = pictureProblem(url, shop.tenant.imageOrigins);
  if (problem !== undefined) throw new ApiError(400, "Nothing was saved.", { image_url: problem });
}

/** An amount of a few rupees is most often a typing error. @throws ApiError 400 */
function refuseSmallAmounts(amounts: Amount[], isConfirmed: boolean, known: Amount[] = []) {
  const small = amounts.find(({ min }) => min < SMALL_AMOUNT && known.every((amount) => amount.min !== min));
  if (small === undefined || isConfirmed) return;
  const text = `${formatPaise(small.min)} is less than ${formatPaise(SMALL_AMOUNT)}. Tick the box if you mean it.`;
  throw new ApiError(400, "Nothing was saved.", { small_amounts: text });
}

const noCategory = () =>
  new ApiError(400, "Nothing was saved.", { new_category: "Choose a category, or type a new one." });

/** The actions of editors on products. Each change is announced, so that the shop shows it within a second. */
export const catalogueActRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/products",
    permission: "catalogue.edit",
    async handle(call) {
      const { form: id, ...asked } = parseBody(AddForm, call.req);
      const { new_category: newCategory, small_amounts: isSmallMeant, ...typed } = asked;
      refusePicture(call, typed.image_url);
      refuseOwnLanguage(call, typed.translations);
      refuseSmallAmounts(typed.denominations, isSmallMeant);
      if (newCategory === "" && typed.subcategory === "") throw noCategory();
      const { read } = call.shop.db;
      const form = { id, asked };
      const isSkuMade = typed.sku === "";
      // Before auditOnce checks for a repeated form, so that the entries of two at once name the same product.
      const sku = isSkuMade ? await findFreeSku(read, typed.name) : typed.sku;
      const product = { ...typed, sku };
      const after = { ...product, ...(newCategory !== "" && { new_category: newCategory }) };
      const act = { act: "product.add", subject: sku, after };
      return auditOnce(call, form, act, () => addProduct(call.shop, { product, newCategory, isSkuMade }, form));
    },
  },
  {
    // Changes nothing: for the preview of a form.
    method: "post",
    path: "/product-draft",
    permission: "catalogue.edit",
    async handle(call) {
      const form = parseBody(DraftForm, call.req);
      refusePicture(call, form.image_url);
      refuseOwnLanguage(call, form.translations);
      const product = await draftProduct(call.shop, form);
      return inLanguage(languageAmong(call.shop.tenant.languages, form.language), async () => {
        const [draft] = await productsJson(call.shop, [product]);
        return { ...draft, drawn_card: await drawDraft(product) };
      });
    },
  },
  {
    method: "post",
    path: "/products/:sku",
    permission: "catalogue.edit",
    async handle(call) {
      const row = await readProduct(call.shop.db.read, skuOf(call));
      const { made_from, small_amounts: isSmallMeant, ...form } = parseBody(ChangeForm, call.req);
      const translations = changeTranslations(readTranslations(row.translations), form.translations);
      const product = { ...form, sku: row.sku, translations };
      refusePicture(call, product.image_url);
      refuseOwnLanguage(call, form.translations);
      refuseSmallAmounts(product.denominations, isSmallMeant, row.denominations);
      return { isChanged: await change(call, row, { product, madeFrom: made_from }) };
    },
  },
  {
    method: "post",
    path: "/products/:sku/offer",
    permission: "catalogue.edit",
    async handle(call) {
      const { is_available } = parseBody(OfferForm, call.req);
      await offer(call, await readProduct(call.shop.db.read, skuOf(call)), is_available);
    },
  },
  {
    method: "post",
    path: "/products/:sku/place",
    permission: "catalogue.edit",
    async handle(call) {
      const { to } = parseBody(PlaceForm, call.req);
      const { id, sku, position } = await readProduct(call.shop.db.read, skuOf(call));
      const act = { act: "product.place", subject: sku, before: { position }, after: { position: to } };
      await call.audit(act, () => placeProduct(call.shop, id, to));
      return { before: position };
    },
  },
];
