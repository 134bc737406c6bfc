/** A page, parsed by the browser as it comes. The policy lets no script parse HTML, so DOMParser could not. */
export function fetchPage(url: URL, signal: AbortSignal): Promise<Document> {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("GET", url);
  signal.addEventListener("abort", () => request.abort());
  return new Promise((resolve, reject) => {
    request.onloadend = () =>
      request.response ? resolve(request.response) : reject(new Error(`No answer from ${url.pathname}`));
    request.send();
  });
}

/** Where a GET form leads. */
export function urlOf(form: HTMLFormElement, submitter?: HTMLElement | null): URL {
  const url = new URL(form.action);
  url.search = String(new URLSearchParams([...new FormData(form, submitter)] as [string, string][]));
  return url;
}
