import { useLocation } from "react-router";

import { hrefWith } from "./list-url.ts";

/** The whole list as a file, with the filters of the page. @param to the file's URL */
export function CsvLink({ to, label = "Download as CSV" }: { to: string; label?: string }) {
  const { search } = useLocation();
  return (
    <p className="page-links">
      <FileLinks to={hrefWith({ pathname: to, search }, { after: null })} label={label} />
    </p>
  );
}

/** A list's file as CSV, and as Excel. @param to the file's URL, with its filters */
export function FileLinks({ to, label = "Download as CSV" }: { to: string; label?: string }) {
  const [pathname, search = ""] = to.split("?") as [string, string?];
  const asExcel = label.includes("CSV") ? label.replace("CSV", "Excel") : `${label} as Excel`;
  return (
    <>
      <a href={to}>{label}</a> <a href={hrefWith({ pathname, search }, { format: "xlsx" })}>{asExcel}</a>
    </>
  );
}
