import { href } from "react-router";

import type { Categories, OfferedLanguage } from "./responses.ts";
import { DeleteForm, MoveForm, NameForm, NewShelfForm, type Refused } from "./shelf-forms.tsx";

type Category = Categories[number];
type ShelfProps = {
  brand: string;
  category: Category;
  categories: Categories;
  languages: OfferedLanguage[];
  mayEdit: boolean;
  /** The form that was sent and refused, if any. */
  refused: Refused;
  formId: string;
};

/** A category with its subcategories. An empty one can be deleted. */
export function Shelf({ brand, category, categories, languages, mayEdit, refused, formId }: ShelfProps) {
  const { key, name, subcategories } = category;
  const path = `categories/${key}`;
  const list = `${href("/brands/:brand/products", { brand })}?category=${encodeURIComponent(key)}`;
  return (
    <section className="shelf" aria-label={name}>
      <div className="shelf-head">
        <h2>
          <a href={list}>{name}</a>
        </h2>
        {mayEdit && (
          <div className="press-acts">
            {category !== categories[0] && <MoveForm path={path} name={name} direction="up" />}
            {category !== categories.at(-1) && <MoveForm path={path} name={name} direction="down" />}
          </div>
        )}
      </div>
      <ul>
        {subcategories.map((row) => (
          <li key={row.key}>
            {mayEdit ? (
              <Subcategory row={row} category={key} categories={categories} languages={languages} refused={refused} />
            ) : (
              countOf(row)
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <>
          <NewShelfForm
            path={`${path}/subcategories`}
            title={`Add a subcategory to ${name}`}
            languages={languages}
            refused={refused}
            formId={formId}
          />
          <details open={refused?.path === path}>
            <summary>Change {name}</summary>
            <NameForm path={path} row={category} languages={languages} refused={refused} />
            {subcategories.length === 0 && <DeleteForm path={path} name={name} />}
          </details>
        </>
      )}
    </section>
  );
}

type Row = Category["subcategories"][number];

const countOf = ({ name, products }: Row) => `${name}, ${products} ${products === 1 ? "product" : "products"}`;

type SubcategoryProps = { row: Row; category: string } & Pick<ShelfProps, "categories" | "languages" | "refused">;

function Subcategory({ row, category, ...rest }: SubcategoryProps) {
  const path = `subcategories/${row.key}`;
  return (
    <details open={rest.refused?.path === path}>
      <summary>{countOf(row)}</summary>
      <NameForm path={path} row={row} category={category} {...rest} />
      {row.products === 0 && <DeleteForm path={path} name={row.name} />}
    </details>
  );
}
