import { STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";

import { isUnderWay } from "./labels.ts";
import type { Job } from "./responses.ts";

/** The console's pages run no scripts that could poll, so a page of unfinished work reloads itself. */
export const refreshWhile = (jobs: Job[], { pathname, search }: URL): Record<string, string> =>
  jobs.some(isUnderWay) ? { Refresh: `${STATUS_REFRESH_SECONDS}; url=${pathname}${search}` } : {};
