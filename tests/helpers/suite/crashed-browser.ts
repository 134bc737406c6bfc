/** Playwright's errors after a browser's process has ended. What a page shows wrongly never reads like this. */
export const CRASHED_BROWSER =
  /Target crashed|Page crashed|Target page, context or browser has been closed|[Bb]rowser (has been closed|closed unexpectedly|has disconnected)/;
