/** Playwright's errors after a browser's process has ended. A fault of a page never produces such a message. */
export const CRASHED_BROWSER =
  /Target crashed|Page crashed|Target page, context or browser has been closed|[Bb]rowser (has been closed|closed unexpectedly|has disconnected)/;
