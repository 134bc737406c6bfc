/**
 * Fetches this page again and returns the HTML of its parts that only the server renders (StaticIsland). A request of this
 * kind parses HTML under the page's policy too, which lets no script do so.
 */
export function fetchIslands(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.onload = () => {
    const parts = request.responseXML?.querySelectorAll(".server-markup") ?? [];
    resolve([...parts].map(({ outerHTML }) => outerHTML).join("\n"));
  };
  request.onerror = () => reject(new Error(`${location.href} was not fetched`));
  request.send();
  return promise;
}
