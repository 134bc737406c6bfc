import { Button } from "#app/ui/button.tsx";

import { CodeField } from "../ui/code-field.tsx";

/** A form that lets the console edit a brand whose files were edited elsewhere. */
export const TakeOver = ({ codeProblem }: { codeProblem?: string }) => (
  <details open={codeProblem !== undefined}>
    <summary>Edit this brand in the console</summary>
    <form method="post" className="stack">
      <p className="small">Only if nobody writes its files from elsewhere any more.</p>
      <CodeField id="take-over-code" error={codeProblem} />
      <Button look="danger" name="act" value="take-over" busyLabel="Working...">
        Edit it here from now on
      </Button>
    </form>
  </details>
);
