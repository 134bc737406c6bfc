import { useLocation } from "react-router";

import { hrefWith } from "./list-url.ts";

type NextPageProps = {
  /** The cursor of the next page; null at the end. */
  place: string | number | null;
  /** The parameter of the URL that holds it. */
  name?: string;
  label?: string;
  first?: string;
};

/** Links to the next page and the first page of a list. The browser's Back leads to the former page. */
export function NextPage({ place, name = "after", label = "Next page", first = "First page" }: NextPageProps) {
  const location = useLocation();
  const isFirst = !new URLSearchParams(location.search).has(name);
  if (isFirst && place === null) return null;
  return (
    <p className="page-links">
      {!isFirst && <a href={hrefWith(location, { [name]: null })}>{first}</a>}
      {place !== null && <a href={hrefWith(location, { [name]: String(place) })}>{label}</a>}
    </p>
  );
}

/** As NextPage, for a list that begins with the newest. */
export const OlderPage = (props: Pick<NextPageProps, "place" | "name">) => (
  <NextPage {...props} label="Older" first="Newest" />
);
