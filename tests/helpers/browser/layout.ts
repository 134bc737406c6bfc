import type { Page } from "playwright";

/** Narrow windows, and wide ones at 200 % zoom, which to a page are narrow ones (WCAG 1.4.10, 1.4.4). */
const WIDTHS = [320, 640];
/** WCAG 2.5.8. */
const MIN_TARGET = 24;

/** Finds the faults of a page in narrow windows: `cart, 320 wide: scrolls sideways by 12`. It restores the size. */
export async function findLayoutFaults(page: Page, state: string): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    const { sideways, small } = await measure(page);
    if (sideways > 0) found.push(`${state}, ${width} wide: scrolls sideways by ${sideways}`);
    found.push(...small.map((target) => `${state}, ${width} wide: smaller than ${MIN_TARGET} pixels: ${target}`));
  }
  await page.setViewportSize(before);
  return found;
}

/** How far a page can be scrolled sideways, and its targets that are too small, links within sentences apart. */
function measure(page: Page) {
  return page.evaluate((least) => {
    const isInSentence = (target: Element) =>
      target.matches("a") &&
      getComputedStyle(target).display === "inline" &&
      target.parentElement!.childNodes.length > 1;
    const small = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")].filter(
      (target) => {
        // A label is part of its control's target.
        const label = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type) && target.labels?.[0];
        // A link may be stretched over its card.
        const stretched = getComputedStyle(target, "::after").position === "absolute" && target.closest("article");
        const { width, height } = (label || stretched || target).getBoundingClientRect();
        const isVisible = target.checkVisibility({ visibilityProperty: true }) && !target.closest(".sr");
        return isVisible && !isInSentence(target) && Math.min(width, height) < least;
      },
    );
    return {
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: small.map((target) => target.outerHTML.slice(0, 120)),
    };
  }, MIN_TARGET);
}
