import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { CodeField } from "../ui/code-field.tsx";
import { FormId } from "../ui/form-id.tsx";
import { CheckList } from "./check-list.tsx";
import type { Refused } from "./send-action.server.ts";

type KeyFormProps = { scopes: Record<string, string>; refused: Refused | null; formId: string };

/** Makes a key for the operator API. */
export function KeyForm({ scopes, refused, formId }: KeyFormProps) {
  const mine = refused?.typed.act === "add-key" ? refused : null;
  return (
    <form method="post" className="narrow-form">
      <input type="hidden" name="act" value="add-key" />
      <FormId id={mine?.typed.form || formId} />
      <Field
        name="name"
        label="Name"
        hint="Of the system that will use it. The audit names it so."
        required
        maxLength={60}
        defaultValue={mine?.typed.name}
        error={mine?.fields.name}
      />
      <CheckList
        legend="It may"
        options={scopes}
        prefix="scope:"
        isTicked={(name) => mine !== null && `scope:${name}` in mine.typed}
        error={mine?.fields.scopes}
      />
      <Field
        name="last_day"
        type="date"
        label="Last day"
        hint="Empty for a key without an end."
        defaultValue={mine?.typed.last_day}
        error={mine?.fields.last_day}
      />
      <CodeField id="add-key-code" error={mine?.fields.code} />
      <p>
        <Button busyLabel="Making it...">Make the key</Button>
      </p>
    </form>
  );
}
