import { contrastProblems } from "#app/tenant/colours.ts";
import { Alert } from "#app/ui/notice.tsx";

import type { BrandFiles } from "./settings/brand-response.ts";

/** The shop's replacements for unreadable colours. <live-preview> updates the list with each save. */
export function ColourFindings({ files: { tenant } }: { files: BrandFiles }) {
  const { branding } = tenant;
  const findings =
    typeof branding === "object" && branding !== null ? contrastProblems(branding as Record<string, string>) : [];
  return (
    <div className="colour-findings">
      {findings.length > 0 && (
        <Alert tone="info">
          {findings.map((finding) => (
            <p key={finding}>{finding}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}
