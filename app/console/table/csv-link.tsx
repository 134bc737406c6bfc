import { useLocation } from "react-router";

import { hrefWith } from "./list-url.ts";

/** The whole list as a file, with the filters of the page. @param to where the file is */
export function CsvLink({ to, label = "Download as CSV" }: { to: string; label?: string }) {
  const { search } = useLocation();
  return (
    <p className="page-links">
      <a href={hrefWith({ pathname: to, search }, { after: null })}>{label}</a>
    </p>
  );
}
