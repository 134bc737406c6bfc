import { Button } from "#app/ui/button.tsx";

import type { explain } from "../base/responses.server.ts";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";

/** A form that starts a job for a list that is too long to be sent at once. @param things the list's subject, such as "orders" */
export const PrepareFile = ({ things, problem }: { things: string; problem?: ReturnType<typeof explain> }) => (
  <div className="narrow-form">
    <p>
      A list of more than 10,000 {things} is prepared in the background, and kept for 7 days. You can leave the page
      meanwhile: &quot;Jobs&quot; says when the file is ready.
    </p>
    <form method="post" className="stack">
      {problem && <Refusal {...problem} />}
      <CodeField id="code" error={problem?.fields.code} />
      <p>
        <Button busyLabel="Starting...">Prepare the file</Button>
      </p>
    </form>
  </div>
);
