import { useLocation } from "react-router";

import { hrefWith } from "./list-url.ts";

type NextPageProps = {
  /** Where the next page begins; null at the end. */
  place: string | number | null;
  /** The parameter of the URL that holds it. */
  name?: string;
  label?: string;
  first?: string;
};

/** The way on in a list; back is the browser's. */
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
