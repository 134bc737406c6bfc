/**
 * An expected failure that ends the request: thrown by handlers and domain functions, answered by the error middleware
 * as `{ status_code, detail, error?, errors? }`. Anything else that is thrown is a bug and answers 500 with a neutral text.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Text for the shopper. */
  readonly detail: string;
  /** Text by field, where a field is at fault. */
  readonly errors?: Record<string, string>;
  /** The reason for programs, where one must tell it from others of its status. */
  readonly code?: string;

  constructor(status: number, detail: string, errors?: Record<string, string>, code?: string) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.code = code;
  }
}

/** One text for every id that does not exist here, be it unknown, another shopper's or another tenant's. */
export const notFound = () => new ApiError(404, "Not found.");

/** `what` is plural, such as "login attempts". */
export const tooMany = (what: string) => new ApiError(429, `Too many ${what}. Please try again later.`);
