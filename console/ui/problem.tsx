import { href, isRouteErrorResponse } from "react-router";

import { PageTitle } from "./page-title.tsx";

/** A text in place of a page that cannot be shown. */
export const ProblemPage = ({ error }: { error: unknown }) => (
  <main id="main" className="narrow">
    <Problem error={error} />
  </main>
);

/** The same within the frame of a page. */
export function Problem({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const title = isMissing ? "Not found" : "This page cannot be shown";
  return (
    <>
      <PageTitle title={title} />
      <p>
        {isMissing
          ? "There is no such page, or your role does not include it."
          : "Something failed on our side. Load the page again in a moment."}
      </p>
      <p>
        <a href={href("/")}>Back to the start</a>
      </p>
    </>
  );
}
