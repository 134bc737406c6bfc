import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { CodeField } from "../ui/code-field.tsx";
import { FormId } from "../ui/form-id.tsx";
import { CheckList } from "./check-list.tsx";
import type { Endpoint } from "./responses.ts";
import type { Refused } from "./send-action.server.ts";

type EndpointFormProps = {
  act: "add-endpoint" | "change";
  /** Its current state; undefined for a new one. */
  endpoint?: Endpoint;
  events: Record<string, string>;
  refused: Refused | null;
  /** The form's id, for a new endpoint. */
  formId?: string;
};

/** The form for an endpoint's URL and its events. */
export function EndpointForm({ act, endpoint, events, refused, formId }: EndpointFormProps) {
  const mine = refused?.typed.act === act ? refused : null;
  return (
    <form method="post" className="narrow-form">
      <input type="hidden" name="act" value={act} />
      {formId && <FormId id={mine?.typed.form || formId} />}
      <Field
        name="url"
        type="url"
        label="URL"
        hint="Of a system of yours, on the public internet. It gets each event by POST."
        required
        maxLength={500}
        defaultValue={mine?.typed.url ?? endpoint?.url}
        error={mine?.fields.url}
      />
      <CheckList
        legend="Events"
        options={events}
        prefix="event:"
        isTicked={(name) => (mine ? `event:${name}` in mine.typed : (endpoint?.events.includes(name) ?? false))}
        error={mine?.fields.events}
      />
      <CodeField id={`${act}-code`} error={mine?.fields.code} />
      <p>
        <Button busyLabel="Saving...">{endpoint ? "Save" : "Add the endpoint"}</Button>
      </p>
    </form>
  );
}
