import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import type { explain } from "../base/responses.server.ts";
import { Refusal } from "../ui/refusal.tsx";

type Explained = ReturnType<typeof explain>;

type ImportFormsProps = {
  /** The accepted file types, such as ".csv". */
  accept: string;
  hint: ReactNode;
  /** An example of the pasted text. */
  example: string;
  /** Fields that both forms have. They come before the file, because the file is streamed. */
  options?(id: string): ReactNode;
  /** More text, before the forms. */
  about?: ReactNode;
  /** The refused text, and the reason. */
  actionData?: { typed: Typed; problem: Explained };
};

/** Forms for a file, or for a few pasted lines, which is easier on phones. */
export const ImportForms = ({ accept, hint, example, options, about, actionData }: ImportFormsProps) => {
  const text = actionData?.typed.text;
  const problem = actionData?.problem.fields.file;
  return (
    <>
      <p>
        The file is checked first; nothing changes yet. You then see what the file would do, and which rows cannot be
        imported.
      </p>
      {about}
      {actionData && <Refusal {...actionData.problem} />}
      <div className="import-forms">
        <form method="post" encType="multipart/form-data" className="stack">
          <h2>Upload a file</h2>
          {options?.("file")}
          <Field
            name="file"
            type="file"
            label="File"
            accept={accept}
            hint={hint}
            error={text === undefined ? problem : undefined}
            required
          />
          <p>
            <Button busyLabel="Uploading...">Check the file</Button>
          </p>
        </form>
        <form method="post" className="stack">
          <h2>Or paste a few lines</h2>
          {options?.("pasted")}
          <TextArea
            name="text"
            label="Lines"
            hint="One of the first lines names the columns, as in a file. Lines that are copied from a spreadsheet will do."
            rows={6}
            defaultValue={text}
            placeholder={example}
            error={text === undefined ? undefined : problem}
            spellCheck={false}
            autoCapitalize="none"
            required
          />
          <p>
            <Button look="outline" busyLabel="Checking...">
              Check the lines
            </Button>
          </p>
        </form>
      </div>
    </>
  );
};
