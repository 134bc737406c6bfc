import { expect, test, vi } from "vitest";

// The elements' classes need something to extend; their rules are plain functions.
vi.stubGlobal("HTMLElement", class {});
const { nextIndex } = await import("#app/elements/search-box.ts");
const { onlyCode } = await import("#app/elements/otp-boxes.ts");
const { leavesPage } = await import("#app/elements/page-progress.ts");
const { readUsers } = await import("#app/elements/remember-me.ts");

test("[H-02] the arrow keys go round the suggestions and through the input", () => {
  expect([nextIndex(-1, 1, 2), nextIndex(0, 1, 2), nextIndex(1, 1, 2)]).toEqual([0, 1, -1]);
  expect([nextIndex(-1, -1, 2), nextIndex(1, -1, 2), nextIndex(0, -1, 2)]).toEqual([1, 0, -1]);
});

test("[A-10] a pasted code keeps its letters and digits, in capitals", () => {
  expect(onlyCode("k2 7-q\n")).toBe("K27Q");
});

test("[A-04] what the browser remembers is a list of texts, at most five, whatever else is stored", () => {
  expect(readUsers('["a@b.test","9000000001"]')).toEqual(["a@b.test", "9000000001"]);
  expect(readUsers('["a",{"password":"x"},7]')).toEqual(["a"]);
  expect(readUsers("[1,2")).toEqual([]);
  expect(readUsers('{"a":1}')).toEqual([]);
  expect(readUsers(null)).toEqual([]);
  expect(readUsers(JSON.stringify(["1", "2", "3", "4", "5", "6"]))).toHaveLength(5);
});

test.each([
  ["/cart", true],
  ["/", true],
  ["/?page=2#product-7", true],
  ["/#products-title", false],
  ["mailto:care@shop.test", false],
  ["upi://pay?pa=x", false],
  ["https://elsewhere.test/", false],
])("[H-13] the link %s shows progress: %s", (href, isShown) => {
  expect(leavesPage(new URL(href, "https://shop.test/").href, "https://shop.test/")).toBe(isShown);
});
