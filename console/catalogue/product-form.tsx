import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Checkbox, Field, FieldError, TextArea } from "#app/ui/field.tsx";

import { PreviewFrame } from "../preview/preview-frame.tsx";
import { FormId } from "../ui/form-id.tsx";
import { PictureFields } from "./picture-fields.tsx";
import type { Categories, OfferedLanguage, ProductValues } from "./responses.ts";
import { TranslationFields } from "./translation-fields.tsx";
import { TRANSLATED } from "./translations.ts";

type ProductFormProps = {
  brand: string;
  values: ProductValues;
  categories: Categories;
  languages: OfferedLanguage[];
  fields: Record<string, string>;
  /** The API's hint for a picture that was sent with a refused form. */
  pictureHint?: string | null | undefined;
  isNew?: boolean;
};

const { name: _, ...TEXTS } = TRANSLATED;

const NO_SHELVES = "The shop has none yet: it is added with the product.";

/** All fields of a product that an editor may change. It is multipart, because it sends a picture. */
export function ProductForm({ brand, values, categories, languages, fields, pictureHint, isNew }: ProductFormProps) {
  const of = (name: Exclude<keyof ProductValues, "translations">) => ({
    name,
    defaultValue: String(values[name] ?? ""),
    error: fields[name],
  });
  const hasShelves = categories.some(({ subcategories }) => subcategories.length > 0);
  return (
    <form method="post" encType="multipart/form-data" className="with-preview">
      <div className="product-form">
        <input type="hidden" name="act" value="save" />
        <input type="hidden" name="made_from" value={values.made_from} />
        <Field {...of("name")} label="Name" maxLength={120} required />
        {isNew ? (
          <NewSku form={values.form ?? ""} value={values.sku} error={fields.sku} />
        ) : (
          <input type="hidden" name="sku" value={values.sku} />
        )}
        {hasShelves && <Subcategory categories={categories} value={values.subcategory} error={fields.subcategory} />}
        {isNew && (
          <Field
            {...of("new_category")}
            label={hasShelves ? "Or a new category" : "Category"}
            hint={hasShelves ? "Its name. It is added with the product, in place of the choice above." : NO_SHELVES}
            maxLength={120}
            required={!hasShelves}
          />
        )}
        <Field
          {...of("denominations")}
          label="Amounts in rupees"
          hint="Such as 250; 500; 200-5000: single amounts, and ranges in which shoppers choose."
          required
        />
        {(fields.small_amounts || values.small_amounts) && (
          <Checkbox
            name="small_amounts"
            label="Sell cards of a few rupees"
            defaultChecked={values.small_amounts}
            error={fields.small_amounts}
          />
        )}
        <Field {...of("price_mrp")} label="Price on the card in rupees" hint="Empty for the first amount." />
        <Field {...of("validity_days")} label="Valid for (days)" inputMode="numeric" required />
        <Checkbox name="is_available" label="On sale" defaultChecked={values.is_available} />
        <PictureFields
          brand={brand}
          imageUrl={values.image_url}
          uploadHint={pictureHint}
          error={fields.picture ?? fields.image_url}
        />
        {Object.entries(TEXTS).map(([name, label]) => (
          <TextArea
            key={name}
            {...of(name as keyof typeof TEXTS)}
            label={label}
            hint="Text or HTML. The shop shows the text without tags."
            maxLength={20_000}
          />
        ))}
        <TranslationFields languages={languages} values={values} fields={fields} />
        <p>
          <Button busyLabel="Saving...">Save</Button>
        </p>
      </div>
      <PreviewFrame
        about="The shop's own page. “Show preview” shows what you typed, and saves nothing."
        action={href("/brands/:brand/product-preview", { brand })}
        pages={{ product: "The product's page", list: "The list" }}
        languages={Object.fromEntries(languages.map(({ code, english_name }) => [code, english_name]))}
        query={isNew ? {} : { sku: values.sku }}
      />
    </form>
  );
}

type NewSkuProps = { form: string; value: string; error?: string };

const NewSku = ({ form, value, error }: NewSkuProps) => (
  <>
    <FormId id={form} />
    <Field
      name="sku"
      label="SKU"
      hint="Your own code for it, which cannot be changed later. Empty to make it from the name."
      maxLength={64}
      defaultValue={value}
      error={error}
    />
  </>
);

type SubcategoryProps = { categories: Categories; value: string; error?: string };

const Subcategory = ({ categories, value, error }: SubcategoryProps) => (
  <div className="field">
    <label htmlFor="subcategory">Category</label>
    <select className="input" id="subcategory" name="subcategory" defaultValue={value}>
      {categories.map(({ key, name, subcategories }) => (
        <optgroup key={key} label={name}>
          {subcategories.map((row) => (
            <option key={row.key} value={row.key}>
              {row.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
    {error && <FieldError>{error}</FieldError>}
  </div>
);
