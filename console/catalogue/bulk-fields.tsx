import { Checkbox, Field } from "#app/ui/field.tsx";

import { Choice } from "../fields/choice.tsx";
import type { Categories } from "./responses.ts";

type Refused = { problem: { fields: Record<string, string> }; values: Record<string, string> } | undefined;

/** The further fields of actions on many products. */
export const bulkFields = (categories: Categories, refused: Refused) => {
  const { fields = {} } = refused?.problem ?? {};
  const { values = {} } = refused ?? {};
  return {
    "products.move": (
      <Choice
        name="subcategory"
        label="Category"
        options={Object.fromEntries(
          categories.flatMap(({ name, subcategories }) =>
            subcategories.map((sub) => [sub.key, `${name}, ${sub.name}`] as const),
          ),
        )}
        none="Choose one"
        value={values.subcategory}
        error={fields.subcategory}
      />
    ),
    "products.price": (
      <>
        <Field
          name="denominations"
          label="Amounts, such as 250; 500, or 200-5000"
          defaultValue={values.denominations}
          error={fields.denominations}
        />
        {fields.small_amounts !== undefined && (
          <Checkbox
            name="small_amounts"
            value="1"
            label="These small amounts are meant."
            error={fields.small_amounts}
          />
        )}
      </>
    ),
  };
};
