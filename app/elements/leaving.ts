/** Error messages of Firefox, Chromium and Safari for an interrupted request, stream or script. */
const CUT =
  /input stream|network ?error|failed to fetch|load failed|loading dynamically|importing a module|connection was lost/i;

/** True if the error comes from leaving the page. */
export type IsCutByLeaving = (error: unknown) => boolean;

/** Firefox aborts a page's fetches when the page is left, and reports each as an error. */
export function watchLeaving(): IsCutByLeaving {
  let isLeaving = false;
  for (const type of ["beforeunload", "pagehide"]) window.addEventListener(type, () => (isLeaving = true));
  // The page is shown again or still in use, so it was not left.
  for (const type of ["pageshow", "pointerdown", "keydown"])
    window.addEventListener(type, () => (isLeaving = false), { capture: true });
  return (error) => isLeaving && error instanceof Error && CUT.test(error.message);
}
