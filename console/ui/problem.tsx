import { href, isRouteErrorResponse } from "react-router";

import { reasonOf } from "../base/reason-of.ts";
import { PageTitle } from "./page-title.tsx";

/** A text in place of a page that cannot be shown. */
export const ProblemPage = ({ error }: { error: unknown }) => (
  <main id="main" className="console-door">
    <Problem error={error} />
  </main>
);

/** The same within the frame of a page. */
export function Problem({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      <PageTitle title={status === 404 ? "Not found" : "This page cannot be shown"} />
      <p>{reasonOf(status)}</p>
      <p>
        <a href={href("/")}>Back to the start</a>
      </p>
    </>
  );
}
