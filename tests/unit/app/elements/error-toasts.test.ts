import { beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("window", new EventTarget());
vi.stubGlobal("document", { body: { dataset: { unexpected: "Something failed" } } });
const { watchLeaving } = await import("#app/elements/leaving.ts");
const { watchErrors } = await import("#app/elements/error-toasts.ts");

let toasts: string[] = [];
window.addEventListener("awning:toast", (event) => toasts.push((event as CustomEvent<{ text: string }>).detail.text));
watchErrors(watchLeaving());

const happen = (...types: string[]) => types.forEach((type) => window.dispatchEvent(new Event(type)));
/** @returns how many toasts an error brings that nobody caught, once thrown, once as a rejection */
function fail(error: unknown) {
  toasts = [];
  window.dispatchEvent(Object.assign(new Event("error"), { error }));
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: error }));
  return toasts.length;
}

const CUT = [
  "Error in input stream",
  "NetworkError when attempting to fetch resource.",
  "Failed to fetch",
  "Load failed",
];

beforeEach(() => happen("pageshow"));

test.each(CUT)("%s: reports it while the page stays, not while the visitor leaves it", (message) => {
  expect(fail(new TypeError(message))).toBe(2);
  happen("beforeunload");
  expect(fail(new TypeError(message))).toBe(0);
  happen("pagehide");
  expect(fail(new TypeError(message))).toBe(0);
});

test("reports the page's own error even while the visitor leaves", () => {
  happen("beforeunload");
  expect(fail(new TypeError("undefined is not a function"))).toBe(2);
});

test.each(["pageshow", "pointerdown", "keydown"])("after %s counts the page as still open", (type) => {
  happen("beforeunload", "pagehide", type);
  expect(fail(new TypeError(CUT[0]))).toBe(2);
});

test("does not report requests that the page itself cancels, or values that are not errors", () => {
  expect(fail(new DOMException("", "AbortError"))).toBe(0);
  const missed = "Transition was aborted because of invalid state. Page already revealed";
  expect(fail(new DOMException(missed, "InvalidStateError"))).toBe(0);
  expect(fail(new DOMException("The object is in an invalid state.", "InvalidStateError"))).toBe(2);
  expect(fail("ResizeObserver loop completed")).toBe(0);
});
