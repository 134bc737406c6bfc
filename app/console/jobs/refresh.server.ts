import { STATUS_REFRESH_SECONDS } from "#app/constants.ts";

import type { Job } from "./answers.ts";
import { isUnderWay } from "./words.ts";

/** The console's pages run no scripts that could ask, so a page of unfinished work loads itself again. */
export const refreshWhile = (jobs: Job[], { pathname, search }: URL): Record<string, string> =>
  jobs.some(isUnderWay) ? { Refresh: `${STATUS_REFRESH_SECONDS}; url=${pathname}${search}` } : {};
