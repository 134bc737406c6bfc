import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { ColourFindings } from "./colour-findings.tsx";
import type { BrandResponse } from "./settings/brand-response.ts";
import { findField } from "./settings/sections.ts";

type DraftStateProps = { shown: BrandResponse; brand: string };

/** The differences between the draft and the shop, and the buttons to publish or discard them. */
export function DraftState({ shown: { draft, seen, unwritten }, brand }: DraftStateProps) {
  if (unwritten !== null) return <Unfinished {...unwritten} />;
  if (draft === undefined) return <p>No draft. Change something below: shoppers see it once you publish.</p>;
  const problems = Object.entries(draft.problems);
  return (
    <section className="draft-state" aria-labelledby="draft-title">
      <h2 id="draft-title">Draft</h2>
      <p className="small">
        Last changed by {draft.by}, <DateTime at={draft.at} />
      </p>
      {draft.is_stale && (
        <Alert>
          The files of this brand have changed on disk since this draft began, so it cannot be published. Discard it,
          and make your changes to what the files say now.
        </Alert>
      )}
      {problems.length > 0 && <Problems problems={problems} brand={brand} />}
      <ColourFindings files={draft.files} />
      <form method="post">
        <input type="hidden" name="seen" value={seen} />
        <p className="actions">
          {problems.length === 0 && !draft.is_stale && <ActionButton act="publish">Publish</ActionButton>}{" "}
          <Button look="outline" name="act" value="discard">
            Discard draft
          </Button>
        </p>
      </form>
    </section>
  );
}

const Unfinished = ({ number, edited }: NonNullable<BrandResponse["unwritten"]>) => (
  <Alert>
    <p>Version {number} was published, but not all of its files were written.</p>
    {edited.length > 0 && (
      <p>
        Somebody has changed {edited.join(", ")} in the brand&apos;s folder since. The folder can stay as it is: it
        becomes a version of its own, and you can go back to version {number} below.
      </p>
    )}
    <form method="post">
      {edited.length === 0 ? (
        <ActionButton act="finish">Write its files</ActionButton>
      ) : (
        <ActionButton act="keep-files">Keep the folder as it is</ActionButton>
      )}
    </form>
  </Alert>
);

const ActionButton = ({ act, children }: { act: string; children: string }) => (
  <Button name="act" value={act} busyLabel="Working...">
    {children}
  </Button>
);

const Problems = ({ problems, brand }: { problems: [string, string][]; brand: string }) => (
  <Alert>
    <p>The draft cannot be published yet:</p>
    <ul>
      {problems.map(([path, reason]) => {
        const field = findField(path);
        return (
          <li key={path}>
            {field.section === undefined ? (
              field.label
            ) : (
              <a href={href("/brands/:brand/brand/:section", { brand, section: field.section })}>{field.label}</a>
            )}
            : {reason}
          </li>
        );
      })}
    </ul>
  </Alert>
);
