import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";

import { PreviewFrame } from "../preview/preview-frame.tsx";
import type { Route } from "./+types/section";
import { ColourFindings } from "./colour-findings.tsx";
import { FieldControl } from "./field-control.tsx";
import { type BrandField, problemOf } from "./settings/fields.ts";

type Loaded = Route.ComponentProps["loaderData"];

type SectionFormProps = {
  section: string;
  fields: readonly BrandField[];
  brand: string;
  shown: Pick<Loaded, "values" | "problems" | "seen">;
  files: Loaded["files"];
  pages: Record<string, string> | undefined;
  isReadOnly: boolean;
  /** The outcome of a save that leaves the page as it is, for <live-preview>. */
  saved: string | null | undefined;
};

/** The fields of a section of the brand, beside a preview if it has one. */
export function SectionForm({ section, fields, brand, shown, files, pages, isReadOnly, saved }: SectionFormProps) {
  const { values, problems, seen } = shown;
  return (
    <form method="post" className={`brand-form ${pages ? "with-preview" : ""}`}>
      <div className="stack">
        <input type="hidden" name="seen" value={seen} />
        {/* Browsers omit disabled ticks, so a read-only form sends no section and the preview shows the files alone. */}
        {!isReadOnly && <input type="hidden" name="section" value={section} />}
        {fields.map((field, at) => (
          <FieldControl
            key={field.path}
            field={field}
            isReadOnly={isReadOnly}
            value={values[at]!}
            error={problemOf(problems, field)}
          />
        ))}
        {section === "look" && <ColourFindings files={files} />}
        {!isReadOnly && <Button busyLabel="Saving...">Save draft</Button>}
        <p role="status" className="small save-state">
          {saved}
        </p>
      </div>
      {pages && (
        <PreviewFrame
          about="The shop's own pages and mails with your draft and what you typed. Shoppers see it once you publish."
          action={href("/brands/:brand/preview", { brand })}
          pages={pages}
          query={{ section }}
        />
      )}
    </form>
  );
}
