import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { CodeField } from "../code-field.tsx";

type ReadOnlyProps = { reason: "kept elsewhere" | "not writable"; mayEdit: boolean; codeProblem?: string };

/** Why the brand is only shown here, and what would change that. */
export function ReadOnly({ reason, mayEdit, codeProblem }: ReadOnlyProps) {
  if (reason === "not writable")
    return (
      <Alert tone="info">
        The commerce API cannot write to this brand&apos;s folder, so its files are edited where they come from.
      </Alert>
    );
  return (
    <Alert tone="info">
      <p>
        This brand&apos;s files are kept elsewhere, such as in a repository, so this page only shows them. A change here
        would be lost with the next change there.
      </p>
      {mayEdit && (
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
      )}
    </Alert>
  );
}
