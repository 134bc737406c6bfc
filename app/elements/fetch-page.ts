import { REQUESTED_WITH } from "#app/constants.ts";

/** A document, or the address of a redirect, which may be another site's. */
export type Answer = { page: Document; redirect?: undefined } | { page?: undefined; redirect: URL };

/**
 * Fetches a page with XMLHttpRequest, because the policy forbids DOMParser. POST if there is a `body`.
 * @throws if there is no answer, or it is not a page
 */
export function fetchPage(url: URL, { signal, body }: { signal?: AbortSignal; body?: URLSearchParams }) {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open(body ? "POST" : "GET", url);
  request.setRequestHeader("X-Requested-With", REQUESTED_WITH);
  signal?.addEventListener("abort", () => request.abort());
  return new Promise<Answer>((resolve, reject) => {
    request.onloadend = () => {
      const location = request.getResponseHeader("X-Location");
      if (location) resolve({ redirect: new URL(location, url) });
      else if (request.response) resolve({ page: request.response });
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
