import { afterEach, describe, expect, test, vi } from "vitest";

import { SEARCH_DEBOUNCE_MS } from "#app/base/constants.ts";

// The elements' classes need something to extend; most of their rules are plain functions.
vi.stubGlobal("HTMLElement", EventTarget);
const { nextIndex, SearchBox } = await import("#app/elements/search-box.ts");
const { onlyCode } = await import("#app/elements/otp-boxes.ts");
const { leavesPage } = await import("#app/elements/page-progress.ts");
const { readUsers } = await import("#app/elements/remember-me.ts");
const { watchBusyForms } = await import("#app/elements/busy.ts");
const { OrderWatch } = await import("#app/elements/order-watch.ts");
const { VoucherCode } = await import("#app/elements/voucher-code.ts");
const { holdsWords } = await import("#console/elements/command-palette.ts");

test("the arrow keys move through the suggestions and the input [H-02]", () => {
  expect([nextIndex(-1, 1, 2), nextIndex(0, 1, 2), nextIndex(1, 1, 2)]).toEqual([0, 1, -1]);
  expect([nextIndex(-1, -1, 2), nextIndex(1, -1, 2), nextIndex(0, -1, 2)]).toEqual([1, 0, -1]);
});

describe("the search", () => {
  afterEach(() => vi.useRealTimers());

  /** A search box without a page around it, with its requests and its shown results. */
  function openSearch() {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("document", Object.assign(new EventTarget(), { createElement: () => ({}) }));
    const asked: { query: string; answer(text: string): void }[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      const { promise, resolve } = Promise.withResolvers<object>();
      const answer = (message: string) => resolve({ ok: true, json: async () => ({ results: [], message }) });
      asked.push({ query: decodeURIComponent(url.split("q=")[1]!), answer });
      return promise;
    });
    let shown: string[] = [];
    const input = { value: "", defaultValue: "", setAttribute() {}, removeAttribute() {} };
    const list = {
      replaceChildren: (...parts: { textContent: string }[]) => (shown = parts.map(({ textContent }) => textContent)),
    };
    const box = Object.assign(new SearchBox(), {
      querySelector: (name: string) => (name === "input" ? input : list),
    });
    box.connectedCallback();
    const type = (text: string) => {
      input.value = text;
      box.dispatchEvent(new Event("input"));
    };
    return { asked, type, shown: () => shown };
  }

  test("sends a request when typing pauses, not for each letter [H-02]", async () => {
    const { asked, type } = openSearch();
    for (const text of ["ke", "ket", "kett"]) {
      type(text);
      await vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS - 1);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ query }) => query)).toEqual(["kett"]);
  });

  test("drops a late answer to earlier typing [H-02]", async () => {
    const { asked, type, shown } = openSearch();
    type("tea");
    await vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS);
    type("kettle");
    asked[0]!.answer("No tea");
    await vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS);
    expect(shown()).toEqual([]);
    asked[1]!.answer("No kettle");
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual(["No kettle"]);
  });
});

test("a pasted code keeps its letters and digits, in capitals [A-10]", () => {
  expect(onlyCode("k2 7-q\n")).toBe("K27Q");
  expect(onlyCode("Ｋ२7q")).toBe("K27Q");
});

test("keeps at most five remembered names, and ignores anything else in the browser's storage [A-04]", () => {
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
])("the link %s shows progress: %s [H-13]", (href, isShown) => {
  expect(leavesPage(new URL(href, "https://shop.test/").href, "https://shop.test/")).toBe(isShown);
});

test("a second press of a button sends nothing while its form is being sent", () => {
  class Button {
    childNodes = [];
    dataset = {};
    formTarget = "";
    setAttribute() {}
  }
  vi.stubGlobal("HTMLButtonElement", Button);
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  watchBusyForms();
  const press = (submitter: Button) => {
    const submit = Object.assign(new Event("submit", { cancelable: true }), { submitter });
    return page.dispatchEvent(submit); // false if somebody prevented it
  };
  const [pay, cancel] = [new Button(), new Button()];
  expect([press(pay), press(pay), press(cancel), press(cancel)]).toEqual([true, false, true, false]);
  const preview = Object.assign(new Button(), { formTarget: "preview" });
  expect([press(preview), press(preview)]).toEqual([true, true]); // a frame gets the answer
});

test("polling of an order pauses for the time that the shop requests [PAY-09]", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const answers = [
    new Response("", { status: 429, headers: { "retry-after": "12" } }),
    Response.json({ status: "pending" }),
    Response.json({ status: "success" }),
  ];
  const askedAt: number[] = [];
  const start = Date.now();
  vi.stubGlobal("fetch", async () => (askedAt.push((Date.now() - start) / 1000), answers.shift()!));
  const watch = Object.assign(new OrderWatch(), { getAttribute: () => "o" });
  watch.connectedCallback();
  await vi.advanceTimersByTimeAsync(26_000);
  watch.disconnectedCallback();
  vi.useRealTimers();
  expect(askedAt).toEqual([5, 20, 25]);
  expect(reload).toHaveBeenCalledOnce();
});

test("three failed polls in a row show a notice until a poll succeeds [E-19]", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  let shown = 0;
  const append = () => shown++;
  const createElement = () => Object.assign(new EventTarget(), { append: () => {}, remove: () => shown-- });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible", createElement }));
  let isDown = true;
  vi.stubGlobal("fetch", async () =>
    isDown ? new Response("", { status: 503 }) : Response.json({ status: "pending" }),
  );
  const watch = Object.assign(new OrderWatch(), { getAttribute: () => "o", dataset: {}, append });
  watch.connectedCallback();
  const shownAfter = async (seconds: number) => (await vi.advanceTimersByTimeAsync(seconds * 1000), shown);
  const counts = [await shownAfter(11), await shownAfter(5), await shownAfter(15)];
  isDown = false;
  counts.push(await shownAfter(5));
  watch.disconnectedCallback();
  vi.useRealTimers();
  expect(counts).toEqual([0, 1, 1, 0]);
});

test("an order that waits long is polled less often, until somebody comes back to its page [P-10]", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  let asked = 0;
  vi.stubGlobal("fetch", async () => (asked++, Response.json({ status: "pending" })));
  const askedWithin = async (minutes: number) => {
    const before = asked;
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return asked - before;
  };
  const watch = Object.assign(new OrderWatch(), { getAttribute: () => "o" });
  watch.connectedCallback();
  const calls = [await askedWithin(4), await askedWithin(2), await askedWithin(54), await askedWithin(10)];
  expect(calls).toEqual([48, 18, 324, 10]);
  page.dispatchEvent(new Event("visibilitychange"));
  expect(asked).toBe(48 + 18 + 324 + 10 + 1);
  expect(await askedWithin(1)).toBe(12);
  watch.disconnectedCallback();
  vi.useRealTimers();
});

test("a letter typed in the middle of a code becomes a capital, and the caret stays behind it", () => {
  const field = { value: "AbC", selectionStart: 2, selectionEnd: 2, setSelectionRange: vi.fn() };
  const box = Object.assign(new VoucherCode(), { querySelector: () => field, querySelectorAll: () => [] });
  vi.stubGlobal("window", new EventTarget());
  box.connectedCallback();
  box.dispatchEvent(new Event("input"));
  expect(field.value).toBe("ABC");
  expect(field.setSelectionRange).toHaveBeenCalledWith(2, 2);
});

test("the palette finds pages by words in any order", () => {
  expect(["", "ord", "au bra", "brands all", "x"].map((typed) => holdsWords("Audit of all brands", typed))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});
