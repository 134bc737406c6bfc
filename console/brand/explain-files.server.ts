import type { CallError } from "#app/commerce/result.ts";

import { explain } from "../base/responses.server.ts";
import { tellProblems } from "./settings/sections.ts";

/** As `explain`, but the fields have their paths in the files as keys, and the text uses their labels. */
export function explainFiles(error: CallError): ReturnType<typeof explain> {
  const { fields, text } = explain(error);
  const named = Object.entries(fields).map(([path, reason]) => [path.replace(/^files\.(tenant\.)?/, ""), reason]);
  const problems = Object.fromEntries(named) as Record<string, string>;
  return { fields: problems, text: named.length === 0 ? text : tellProblems(problems).join("; ") };
}
