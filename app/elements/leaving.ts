/** How Firefox, Chromium and Safari name a request, a stream or a script that was cut. */
const CUT =
  /input stream|network ?error|failed to fetch|load failed|loading dynamically|importing a module|connection was lost/i;

/** Whether an error is of something that was cut because the page is being left. */
export type IsCutByLeaving = (error: unknown) => boolean;

/** Firefox cuts what a page still fetches when it is left, and reports each as an error. */
export function watchLeaving(): IsCutByLeaving {
  let isLeaving = false;
  for (const type of ["beforeunload", "pagehide"]) window.addEventListener(type, () => (isLeaving = true));
  // A page that is shown again, or is still used, was not left after all.
  for (const type of ["pageshow", "pointerdown", "keydown"])
    window.addEventListener(type, () => (isLeaving = false), { capture: true });
  return (error) => isLeaving && error instanceof Error && CUT.test(error.message);
}
