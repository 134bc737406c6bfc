import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import type { SetupAction } from "../setup/save-setup.server.ts";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { ChannelSetup, MessageSetup, Template } from "./message-responses.ts";
import type { SavedMessages } from "./set-messages.server.ts";

type TemplateFormProps = {
  kind: MessageSetup["kinds"][number];
  channel: ChannelSetup;
  language: string;
  template: Template | undefined;
  seen: string;
  actionData?: SetupAction<SavedMessages>;
};

const formOf = ({ id, dlt_id, text, values }: Template): Typed => ({ id, dlt_id, text, values: values.join(", ") });

/** One template. Typed values stay until they are saved. */
export function TemplateForm({ kind, channel, language, template, seen, actionData }: TemplateFormProps) {
  const values: Typed = actionData?.typed ?? (template ? formOf(template) : { values: kind.values.join(", ") });
  const problems = actionData?.problem?.fields ?? {};
  return (
    <form method="post" className="brand-form stack">
      {actionData?.problem && <Refusal {...actionData.problem} />}
      <input type="hidden" name="seen" value={actionData?.seen ?? seen} />
      <input type="hidden" name="kind" value={kind.kind} />
      <input type="hidden" name="channel" value={channel.channel} />
      <input type="hidden" name="language" value={language} />
      <Field
        name="id"
        label="Id or name of the template"
        hint="As the provider names it."
        defaultValue={values.id}
        error={problems.id}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        name="values"
        label="Values in the order of its variables"
        hint={`With commas. This message has ${kind.values.join(", ")}.`}
        defaultValue={values.values}
        error={problems.values}
        autoCapitalize="none"
        spellCheck={false}
      />
      {channel.channel === "sms" && <DltFields provider={channel.provider} values={values} problems={problems} />}
      <CodeField id="template-code" error={problems.code} />
      <p className="actions">
        <Button name="act" value="save" busyLabel="Saving...">
          Save
        </Button>
        {template && (
          <>
            {" "}
            <Button look="outline" name="act" value="remove" busyLabel="Removing...">
              Remove
            </Button>
          </>
        )}
      </p>
    </form>
  );
}

type DltFieldsProps = { provider: string | null; values: Typed; problems: Record<string, string> };

/** The registration of an SMS at DLT. */
const DltFields = ({ provider, values, problems }: DltFieldsProps) => (
  <>
    <Field
      name="dlt_id"
      label="DLT template id (optional)"
      hint="If the provider expects it with each message."
      inputMode="numeric"
      defaultValue={values.dlt_id}
      error={problems.dlt_id}
    />
    <TextArea
      name="text"
      label={provider === "exotel" ? "Registered text" : "Registered text (optional)"}
      hint="With {#var#} for each value, letter by letter as at DLT. awning check compares its link with the brand's hostnames."
      defaultValue={values.text}
      error={problems.text}
    />
  </>
);
