/**
 * Fetches this page again and returns the HTML of its parts that only the server renders (StaticIsland). XMLHttpRequest parses
 * HTML even under the page's policy, which forbids scripts to do so.
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
