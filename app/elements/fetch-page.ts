import { REQUESTED_WITH } from "#app/base/constants.ts";

/** A document, or the address of a redirect, which may be another site's. */
export type Answer = { page: Document; redirect?: undefined } | { page?: undefined; redirect: URL };

/** The server refused the request before it rendered a page. The message is its text. */
export class Refused extends Error {}

/**
 * Fetches a page with XMLHttpRequest, because the policy forbids DOMParser. POST if there is a `body`.
 * @throws Refused if the answer is an error in plain text; Error if no answer came or it is not a page
 */
export function fetchPage(url: URL, { signal, body }: { signal?: AbortSignal; body?: URLSearchParams }) {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open(body ? "POST" : "GET", url);
  request.setRequestHeader("X-Requested-With", REQUESTED_WITH);
  // Plain text is not a document; the response type can still change before the body comes.
  request.onreadystatechange = () => {
    const isText = request.getResponseHeader("Content-Type")?.startsWith("text/plain");
    if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED && isText) request.responseType = "text";
  };
  signal?.addEventListener("abort", () => request.abort());
  return new Promise<Answer>((resolve, reject) => {
    request.onloadend = () => {
      const location = request.getResponseHeader("X-Location");
      if (location) resolve({ redirect: new URL(location, url) });
      else if (request.response instanceof Document) resolve({ page: request.response });
      // The shop's own refusals; 502 and above is a proxy's text.
      else if (request.response && request.status >= 400 && request.status < 502) reject(new Refused(request.response));
      else reject(new Error(`No page from ${url.pathname}`));
    };
    request.send(body);
  });
}

/** The address that a GET form leads to. */
export function urlOf(form: HTMLFormElement, submitter?: HTMLElement | null): URL {
  const url = new URL(form.action);
  url.search = String(fieldsOf(form, submitter));
  return url;
}

/** The fields that a form sends, without files. */
export function fieldsOf(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  const data = new FormData(form, submitter);
  // Browsers before 2023 ignore the submitter.
  if (submitter instanceof HTMLButtonElement && submitter.name && !data.has(submitter.name))
    data.append(submitter.name, submitter.value);
  return new URLSearchParams([...data].filter((field): field is [string, string] => isText(field[1])));
}

const isText = (value: FormDataEntryValue) => typeof value === "string";
