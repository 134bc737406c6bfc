type NextPageProps = {
  url: { pathname: string; search: string };
  /** Where the next page begins; null at the end. */
  place: string | null;
  /** The parameter of the URL that holds it. */
  name?: string;
  label?: string;
};

/** The way on in a list; back is the browser's. */
export function NextPage({ url, place, name = "after", label = "Older" }: NextPageProps) {
  const search = new URLSearchParams(url.search);
  const isFirst = !search.has(name);
  const hrefFor = (value: string | null) => {
    const wanted = new URLSearchParams(search);
    if (value === null) wanted.delete(name);
    else wanted.set(name, value);
    return `${url.pathname}?${wanted}`;
  };
  if (isFirst && place === null) return null;
  return (
    <p className="page-links">
      {!isFirst && <a href={hrefFor(null)}>Newest</a>}
      {place !== null && <a href={hrefFor(place)}>{label}</a>}
    </p>
  );
}
