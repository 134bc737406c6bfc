import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import { Choice } from "../fields/choice.tsx";
import { FormId } from "../ui/form-id.tsx";
import type { Categories, OfferedLanguage } from "./responses.ts";
import { scriptOf } from "./translation-fields.tsx";
import { fieldOf, othersOf, type Translations } from "./translations.ts";

/** A form that was sent and refused, with the path of its call. */
export type Refused = { path: string; typed: Typed; problem: { fields: Record<string, string> } } | null;

const find = (refused: Refused, path: string) => (refused?.path === path ? refused : null);
const idOf = (path: string, name: string) => `${path.replaceAll("/", "-")}-${name}`;

type OtherNamesProps = {
  path: string;
  /** The name, if the form is for a row with one. */
  of?: string;
  languages: OfferedLanguage[];
  translations?: Translations;
  last: Refused;
};

/** The fields for the names in the brand's other languages. */
const OtherNames = ({ path, of, languages, translations = {}, last }: OtherNamesProps) =>
  othersOf(languages).map((language) => {
    const { code, english_name: tongue } = language;
    const name = fieldOf("name", code);
    return (
      <Field
        key={code}
        id={idOf(path, name)}
        name={name}
        label={of === undefined ? `Name in ${tongue}` : `Name of ${of} in ${tongue}`}
        defaultValue={last?.typed[name] ?? translations[code]?.name}
        error={last?.problem.fields[name]}
        maxLength={120}
        {...scriptOf(language)}
      />
    );
  });

type NewShelfFormProps = {
  path: string;
  title: string;
  languages: OfferedLanguage[];
  refused: Refused;
  formId: string;
};

export function NewShelfForm({ path, title, languages, refused, formId }: NewShelfFormProps) {
  const last = find(refused, path);
  const of = (name: string) => ({
    id: idOf(path, name),
    name,
    defaultValue: last?.typed[name],
    error: last?.problem.fields[name],
  });
  return (
    <details open={last !== null}>
      <summary>{title}</summary>
      <form method="post" className="stack">
        <input type="hidden" name="act" value="add" />
        <FormId id={last?.typed.form || formId} />
        <input type="hidden" name="path" value={path} />
        <Field {...of("name")} label="Name" maxLength={120} required />
        <OtherNames path={path} languages={languages} last={last} />
        <Field {...of("key")} label="Key" hint="For imports; empty to make it from the name." maxLength={64} />
        <p>
          <Button look="outline" busyLabel="Saving..." aria-label={title}>
            Add
          </Button>
        </p>
      </form>
    </details>
  );
}

type NameFormProps = {
  path: string;
  row: Pick<Categories[number], "name" | "translations">;
  languages: OfferedLanguage[];
  refused: Refused;
  /** For a subcategory: the categories that it can move to, and its current one. */
  categories?: Categories;
  category?: string;
};

export function NameForm({ path, row, languages, refused, categories, category }: NameFormProps) {
  const { name, translations } = row;
  const last = find(refused, path);
  return (
    <form method="post" className="stack">
      <input type="hidden" name="act" value="change" />
      <input type="hidden" name="path" value={path} />
      <Field
        id={idOf(path, "rename")}
        name="name"
        label={`Name of ${name}`}
        defaultValue={last?.typed.name ?? name}
        maxLength={120}
        required
        error={last?.problem.fields.name}
      />
      <OtherNames path={path} of={name} languages={languages} translations={translations} last={last} />
      {categories && (
        <Choice
          id={idOf(path, "category")}
          name="category"
          label={`Category of ${name}`}
          options={Object.fromEntries(categories.map((row) => [row.key, row.name]))}
          value={last?.typed.category ?? category}
        />
      )}
      <p>
        <Button look="outline" busyLabel="Saving..." aria-label={`Save ${name}`}>
          Save
        </Button>
      </p>
    </form>
  );
}

export const DeleteForm = ({ path, name }: { path: string; name: string }) => (
  <form method="post">
    <input type="hidden" name="act" value="delete" />
    <input type="hidden" name="path" value={`${path}/delete`} />
    <Button look="danger" busyLabel="Deleting..." aria-label={`Delete ${name}`}>
      Delete
    </Button>
  </form>
);

type MoveFormProps = { path: string; name: string; direction: "up" | "down" };

/** A button whose move "Undo" reverses. */
export const MoveForm = ({ path, name, direction }: MoveFormProps) => (
  <form method="post">
    <input type="hidden" name="act" value="move" />
    <input type="hidden" name="path" value={`${path}/move`} />
    <input type="hidden" name="direction" value={direction} />
    <Button look="outline" busyLabel="Moving..." aria-label={`Move ${name} ${direction}`}>
      {direction === "up" ? "Up" : "Down"}
    </Button>
  </form>
);
