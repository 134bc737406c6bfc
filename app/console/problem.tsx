import { href, isRouteErrorResponse } from "react-router";

/** A page that cannot be shown, in words. */
export function Problem({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const title = isMissing ? "Not found" : "This page cannot be shown";
  return (
    <main id="main" className="narrow">
      <title>{`${title} · Awning console`}</title>
      <h1>{title}</h1>
      <p>
        {isMissing
          ? "There is no such page, or your role does not include it."
          : "Something failed on our side. Load the page again in a moment."}
      </p>
      <p>
        <a href={href("/")}>Back to the start</a>
      </p>
    </main>
  );
}
