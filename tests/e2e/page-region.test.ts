import type { Page } from "playwright";
import { expect, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { type Answer, type Asked, serveFixture } from "../helpers/browser/fixture-site.ts";

// <page-region> with each kind of answer, on pages written for these tests. Runs with JavaScript only.

const openWindow = useBrowser();

/** Opens a page of a site that sends the test's answers. */
async function open(path: string, answer: (asked: Asked) => Answer | Promise<Answer>) {
  const { page, problems } = await openWindow();
  const site = await serveFixture(page, answer);
  await site.open(path);
  return { page, problems, ...site };
}

const isHere = (page: Page) => page.evaluate("window.isHere === true");
const depth = (page: Page) => page.evaluate<number>("history.length");
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const isBusy = (page: Page) =>
  page.evaluate(() => [
    document.querySelector("page-region")!.ariaBusy,
    document.querySelector("page-progress")!.hasAttribute("data-busy"),
  ]);
const FOCUSED = "document.activeElement.id";

const region = (content: string, attributes = "") => `<page-region id="part" ${attributes}>${content}</page-region>`;
const form = (content: string) => `<form method="post">${content}<button data-busy="Sending...">Send</button></form>`;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** An answer that waits for the test. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, letGo: resolve };
}

test("a form whose answer is lost is not sent again, shows an error, and can be sent once more", async () => {
  let isLost = true;
  const { page, inPlace } = await open("/form", ({ method }) =>
    method === "GET" ? region(form(`<input name="text">`)) : isLost ? "lost" : region("Sent"),
  );
  await page.getByRole("textbox").fill("typed");
  await press(page, "Send");
  await page.getByText("Network error. Please check your connection and try again.").waitFor();
  expect(inPlace()).toEqual(["POST /form"]);
  expect([await page.getByRole("textbox").inputValue(), await isHere(page), await isBusy(page)]).toEqual([
    "typed",
    true,
    ["false", false],
  ]);
  isLost = false;
  await press(page, "Send");
  await page.getByText("Sent").waitFor();
  expect(inPlace()).toEqual(["POST /form", "POST /form"]);
});

test("a form that is refused in plain text shows the server's text, and can be sent once more", async () => {
  let isBusyNow = true;
  const { page, inPlace } = await open("/form", ({ method }) =>
    method === "GET"
      ? region(form(`<input name="text">`))
      : isBusyNow
        ? { refused: "Too many requests." }
        : region("Sent"),
  );
  await page.getByRole("textbox").fill("typed");
  await press(page, "Send");
  await page.getByText("Too many requests.").waitFor();
  expect([await page.getByRole("textbox").inputValue(), await isHere(page), await isBusy(page)]).toEqual([
    "typed",
    true,
    ["false", false],
  ]);
  isBusyNow = false;
  await press(page, "Send");
  await page.getByText("Sent").waitFor();
  expect(inPlace()).toEqual(["POST /form", "POST /form"]);
});

test("a form that leads to another page loads it", async () => {
  const { page } = await open("/form", ({ method, path }) =>
    method === "POST" ? { location: "/other" } : path === "/other" ? "<h1>Other</h1>" : region(form("")),
  );
  await press(page, "Send");
  await page.getByRole("heading", { name: "Other" }).waitFor();
  expect([pathOf(page), await isHere(page)]).toEqual(["/other", false]);
});

test("a form that redirects to its page loads it, and in a region with one address shows it in place", async () => {
  for (const attributes of ["", "same-address"]) {
    let sent = 0;
    const { page, inPlace } = await open("/form", ({ method }) => {
      if (method === "GET") return region(`${form("")}<p>Sent ${sent} times</p>`, attributes);
      sent++;
      return { location: "/form?sent" };
    });
    const before = await depth(page);
    await press(page, "Send");
    await page.getByText("Sent 1 times").waitFor();
    const isInPlace = attributes !== "";
    expect([pathOf(page), await isHere(page)]).toEqual(["/form?sent", isInPlace]);
    expect([await depth(page), inPlace()]).toEqual(
      isInPlace ? [before, ["POST /form", "/form?sent"]] : [before + 1, ["POST /form"]],
    );
  }
});

test("an answer with another page replaces this one, from its top, and the form is sent only once", async () => {
  const { page, inPlace, asked } = await open("/form", ({ method }) =>
    method === "GET"
      ? region(`<p style="height: 200vh">Above</p>${form("")}`)
      : {
          title: "Other",
          body: `<noscript><meta http-equiv="refresh" content="0; url=/no-js"></noscript><h1>Another page</h1><p style="height: 300vh">Below</p>`,
        },
  );
  await press(page, "Send");
  await page.getByRole("heading", { name: "Another page" }).waitFor();
  expect([await page.title(), await page.evaluate("scrollY"), await page.evaluate(FOCUSED)]).toEqual([
    "Other",
    0,
    "main",
  ]);
  expect([inPlace(), asked.length]).toEqual([["POST /form"], 2]);
});

test("the parts named in `also` follow, where the pages have them", async () => {
  const { page } = await open("/list", ({ path }) => {
    const number = path === "/list" ? 1 : 2;
    const title = `Page ${number}`;
    return {
      title,
      body: `<b id="count">${number} cards</b><i>${title}</i>${region(`<a href="/list?2">Next</a>${title}`, `also="count absent"`)}`,
    };
  });
  await follow(page, "Next");
  await page.getByText("2 cards").waitFor();
  expect([await isHere(page), await page.title()]).toEqual([true, "Page 2"]);
  // Not named, so not changed.
  expect(await page.locator("i").innerText()).toBe("Page 1");
});

test.each<[string, (asked: Asked) => Answer]>([
  ["lacks a part", () => region("New", `also="count"`)],
  ["is of a newer build", () => ({ body: `<b id="count">2</b>${region("New", `also="count"`)}`, style: "/two.css" })],
  ["is in another language", () => ({ body: `<b id="count">2</b>${region("New", `also="count"`)}`, lang: "hi-IN" })],
  ["is lost", ({ isInPlace }) => (isInPlace ? "lost" : region("New"))],
])("a page that %s is loaded whole, once", async (_fault, next) => {
  const { page, asked } = await open("/list", (one) =>
    one.path === "/list" ? `<b id="count">1</b>${region(`<a href="/list?2">Next</a>`, `also="count"`)}` : next(one),
  );
  await follow(page, "Next");
  await page.getByText("New").waitFor();
  expect([await isHere(page), pathOf(page)]).toEqual([false, "/list?2"]);
  expect(asked.map(({ path, isInPlace }) => [path, isInPlace])).toEqual([
    ["/list", false],
    ["/list?2", true],
    ["/list?2", false],
  ]);
});

test("a page that is lost on the way back is loaded whole", async () => {
  let isLost = false;
  const { page } = await open("/list", ({ path, isInPlace }) =>
    isLost && isInPlace ? "lost" : region(`<a href="/list?2">Next</a><p>At ${path}</p>`),
  );
  await follow(page, "Next");
  await page.getByText("At /list?2").waitFor();
  isLost = true;
  await page.goBack();
  await page.getByText("At /list", { exact: true }).waitFor();
  expect([await isHere(page), pathOf(page)]).toEqual([false, "/list"]);
});

test("a list that leads elsewhere loads that page", async () => {
  const { page, asked } = await open("/list", ({ path }) =>
    path === "/list"
      ? region(`<a href="/list?2">Next</a>`)
      : path === "/login"
        ? "<h1>Login</h1>"
        : { location: "/login" },
  );
  await follow(page, "Next");
  await page.getByRole("heading", { name: "Login" }).waitFor();
  expect([pathOf(page), await isHere(page)]).toEqual(["/login", false]);
  expect(asked.map(({ path }) => path)).toEqual(["/list", "/list?2", "/login"]);
});

test("the same message shows again each time that it arrives", async () => {
  const notice = `<div class="notice">Refused</div>`;
  const { page } = await open("/form", ({ method }) =>
    region(form("") + (method === "POST" ? `<toast-list data-duration="60000">${notice}</toast-list>` : "")),
  );
  await press(page, "Send");
  const first = await page.getByText("Refused").elementHandle();
  await press(page, "Send");
  await expect.poll(() => first!.evaluate((element) => element.isConnected)).toBe(false);
  expect(await page.getByText("Refused").count()).toBe(1);
  expect(await isHere(page)).toBe(true);
});

test("a page's messages come with it, and an answer without any leaves those shown", async () => {
  const { page } = await open("/list", ({ path }) => ({
    body: region(`<a href="/list?2">Next</a> <a href="/list?3">Last</a><p>At ${path}</p>`),
    messages: path === "/list?2" ? `<div class="notice">Saved</div>` : "",
  }));
  await follow(page, "Next");
  await page.getByText("Saved").waitFor();
  await follow(page, "Last");
  await page.getByText("At /list?3").waitFor();
  expect(await page.getByText("Saved").count()).toBe(1);
});

test("a field that changes while an answer is on its way keeps its typed value", async () => {
  const answer = held();
  const { page } = await open("/form", async ({ method }) => {
    if (method === "POST") await answer.promise;
    const value = method === "POST" ? "new" : "old";
    return region(form(["one", "two"].map((name) => `<input name="${name}" value="${value}" data-live>`).join("")));
  });
  const [one, two] = [page.locator("[name=one]"), page.locator("[name=two]")];
  // Both are sent; only one is typed in after that.
  await one.fill("typed");
  await two.fill("typed");
  await press(page, "Send");
  await two.fill("typed on");
  answer.letGo();
  await expect.poll(() => one.inputValue()).toBe("new");
  expect([await two.inputValue(), await two.evaluate((field) => field === document.activeElement)]).toEqual([
    "typed on",
    true,
  ]);
});

test("typed values stay if the server's value is unchanged, except in a live field", async () => {
  const { page } = await open("/list", ({ path }) => {
    const value = path === "/list" ? "old" : "new";
    return region(
      `<a href="/list?2">Next</a><input id="same" value="same"><input id="other" value="${value}">
      <input id="live" value="same" data-live><textarea>same</textarea><select><option>A<option>B</select><p>At ${path}</p>`,
    );
  });
  await page.locator("#same").fill("typed");
  await page.locator("#other").fill("typed");
  await page.locator("#live").fill("typed");
  await page.locator("textarea").fill("typed");
  await page.locator("select").selectOption("B");
  await follow(page, "Next");
  await page.getByText("At /list?2").waitFor();
  const values = await page
    .locator("input, textarea, select")
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  expect(values).toEqual(["typed", "new", "same", "typed", "B"]);
});

test("the answer to an older link is dropped, and its request with it", async () => {
  const [older, newer] = [held(), held()];
  const { page } = await open("/list", async ({ path }) => {
    if (path === "/list?2") await older.promise;
    if (path === "/list?3") await newer.promise;
    return region(`<a href="/list?2">Second</a> <a href="/list?3">Third</a><p>At ${path}</p>`);
  });
  const dropped = page.waitForEvent("requestfailed");
  await follow(page, "Second");
  expect(await isBusy(page)).toEqual(["true", true]);
  await follow(page, "Third");
  expect((await dropped).url()).toContain("/list?2");
  older.letGo();
  expect(await isBusy(page)).toEqual(["true", true]);
  newer.letGo();
  await page.getByText("At /list?3").waitFor();
  await expect.poll(() => isBusy(page)).toEqual(["false", false]);
  expect([await page.getByText("At /list?3").count(), pathOf(page)]).toEqual([1, "/list?3"]);
});

test("a form that is sent while a list is on its way goes to the list's address", async () => {
  const list = held();
  const { page, inPlace } = await open("/list", async ({ method, path }) => {
    if (method === "GET" && path === "/list?2") await list.promise;
    return region(`<a href="/list?2">Next</a>${form("")}<p>${method} ${path}</p>`);
  });
  await follow(page, "Next");
  await expect.poll(inPlace).toEqual(["/list?2"]);
  await press(page, "Send");
  await page.getByText("POST /list?2").waitFor();
  expect(await isBusy(page)).toEqual(["false", false]);
  list.letGo();
  // The next form goes to the page's own address again.
  await press(page, "Send");
  await page.getByText("POST /list", { exact: true }).waitFor();
});

test("a link that is pressed while a form is on its way is followed after it", async () => {
  const answer = held();
  let sent = 0;
  const { page, inPlace } = await open("/list", async ({ method, path }) => {
    if (method === "POST") await answer.promise.then(() => sent++);
    return region(`<a href="/list?2">Next</a>${form("")}<p>At ${path}, sent ${sent}</p>`);
  });
  await press(page, "Send");
  await follow(page, "Next");
  await expect.poll(inPlace).toEqual(["POST /list"]);
  expect(await isBusy(page)).toEqual(["true", true]);
  answer.letGo();
  await page.getByText("At /list?2, sent 1").waitFor();
  expect(inPlace()).toEqual(["POST /list", "/list?2"]);
});

test("the first and the last state of a form are sent, and only the last answer counts", async () => {
  const answers = [held(), held()];
  const shown: string[] = [];
  const { page, asked } = await open("/form", async ({ method, body }) => {
    if (method === "POST") await answers.shift()?.promise;
    return region(
      `<form method="post"><input name="step" aria-label="Step"><button>Save</button></form>
      <p>Step ${body.get("step") ?? 0}</p>`,
    );
  });
  const [first, last] = answers;
  await page.exposeFunction("noteShown", (text: string) => void shown.push(text));
  await page.evaluate(() =>
    addEventListener(
      "awning:region-shown",
      () =>
        (globalThis as unknown as { noteShown(text: string): void }).noteShown(document.querySelector("p")!.innerText),
      true,
    ),
  );
  for (const step of ["1", "2", "3"]) {
    await page.getByLabel("Step").fill(step);
    await press(page, "Save");
  }
  first!.letGo();
  last!.letGo();
  await page.getByText("Step 3").waitFor();
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body.get("step"))).toEqual(["1", "3"]);
  await expect.poll(() => shown).toEqual(["Step 3"]);
});

test("a button whose form is on its way takes no second press, and waits for its own answer", async () => {
  const answers: Record<string, ReturnType<typeof held>> = { A: held(), B: held() };
  const { page, asked } = await open("/form", async ({ body }) => {
    const which = body.get("which");
    if (which) await answers[which]!.promise;
    const forms = ["A", "B"].map(
      (name) =>
        `<form method="post"><button id="${name}" name="which" value="${name}" data-busy="Sending...">${name}</button></form>`,
    );
    return region(`${forms.join("")}<p>Answer ${which}</p>`);
  });
  const labels = () => page.locator("button").allInnerTexts();
  await page.locator("#A").evaluate((button: HTMLButtonElement) => [button.click(), button.click()]);
  await page.locator("#B").click();
  expect(await labels()).toEqual(["Sending...", "Sending..."]);
  answers.A!.letGo();
  await page.getByText("Answer A").waitFor();
  expect(await labels()).toEqual(["A", "Sending..."]);
  answers.B!.letGo();
  await page.getByText("Answer B").waitFor();
  expect(await labels()).toEqual(["A", "B"]);
  expect(asked.map(({ body }) => body.get("which"))).toEqual([null, "A", "B"]);
});

test("the way back restores the reader's position, and a fragment fetches nothing", async () => {
  const { page, inPlace } = await open("/list", ({ path }) =>
    region(
      `<p style="height: ${path === "/list" ? 300 : 50}vh">At ${path}</p><a href="/list?2">Next</a> <a href="#main">Top</a>`,
    ),
  );
  await page.getByRole("link", { name: "Next" }).scrollIntoViewIfNeeded();
  const top = await page.evaluate<number>("scrollY");
  expect(top).toBeGreaterThan(500);
  await follow(page, "Next");
  await page.getByText("At /list?2").waitFor();
  // The shorter page cannot be scrolled as far.
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.goBack();
  await page.getByText("At /list", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate("scrollY")).toBe(top);
  const before = inPlace();
  await follow(page, "Top");
  await page.goBack();
  expect([inPlace(), await isHere(page)]).toEqual([before, true]);
});

test("the same link twice makes one history entry", async () => {
  const { page, inPlace } = await open("/list", ({ path }) => region(`<a href="/list?2">Next</a><p>At ${path}</p>`));
  const before = await depth(page);
  for (const times of [1, 2]) {
    await follow(page, "Next");
    await expect.poll(() => inPlace().length).toBe(times);
    await expect.poll(() => isBusy(page)).toEqual(["false", false]);
  }
  expect([await depth(page), pathOf(page)]).toEqual([before + 1, "/list?2"]);
});

test("a link's fragment moves the focus, and scrolls the page only if the target is above the visible part", async () => {
  for (const [from, at, fragment, isMoved] of [
    [60, 80, "here", false],
    [0, 3_000, "here", false],
    [2_000, 80, "here", true],
    [60, 80, "top", true],
  ] as const) {
    const { page } = await open("/list", ({ path }) =>
      region(
        `<h2 id="here" tabindex="-1" style="margin: ${at}px 0">Here</h2><p style="height: 4000px">At ${path}</p>
        <a href="/list?2#${fragment}" style="position: fixed; top: 0; right: 0">Next</a>`,
      ),
    );
    await page.evaluate((top) => scrollTo(0, top), from);
    await follow(page, "Next");
    await page.getByText("At /list?2").waitFor({ state: "attached" });
    await expect.poll(() => page.evaluate(FOCUSED)).toBe(fragment === "here" ? "here" : "");
    const top = await page.evaluate<number>("scrollY");
    expect(isMoved ? top < (fragment === "top" ? 1 : 200) : top === from).toBe(true);
  }
});

test("the focus goes to the page if its element is gone, and to the wrong field of a refused form", async () => {
  const { page } = await open("/list", ({ method, path }) =>
    region(
      path === "/list" && method === "GET"
        ? `<a href="/list?2">Next</a>`
        : `${form(method === "POST" ? `<input id="wrong" autofocus>` : "")}<p>At ${path}</p>`,
    ),
  );
  await follow(page, "Next");
  await page.getByText("At /list?2").waitFor();
  await expect.poll(() => page.evaluate(FOCUSED)).toBe("main");
  await press(page, "Send");
  await expect.poll(() => page.evaluate(FOCUSED)).toBe("wrong");
});

test("details that the reader has unfolded stay open, and attributes that an element has set stay", async () => {
  const { page } = await open("/list", ({ path }) =>
    region(
      `<details><summary>More</summary><p>Words</p></details><a href="/list?2">Next</a>
      <form><input name="name"></form><p>At ${path}</p>`,
    ),
  );
  await page.getByText("More").click();
  await page.evaluate(() => {
    document.querySelector("input")!.setAttribute("list", "names");
    document.querySelector("form")!.noValidate = true;
  });
  await follow(page, "Next");
  await page.getByText("At /list?2").waitFor();
  expect(await page.getByText("Words").isVisible()).toBe(true);
  expect(
    await page.evaluate(() => [
      document.querySelector("input")!.getAttribute("list"),
      document.querySelector("form")!.noValidate,
    ]),
  ).toEqual(["names", true]);
});

test("a link that clears a form removes its typed values", async () => {
  const { page } = await open("/list", ({ path }) =>
    region(`<form><input name="name"><a href="/list?2" data-reset>Clear</a></form><p>At ${path}</p>`),
  );
  await page.getByRole("textbox").fill("typed");
  await follow(page, "Clear");
  await page.getByText("At /list?2").waitFor();
  expect([await page.getByRole("textbox").inputValue(), await isHere(page)]).toEqual(["", true]);
});

test("a GET form is shown in place at the address of its fields", async () => {
  const { page } = await open("/list", ({ path }) =>
    region(`<form><input name="q"><button name="by" value="price">Sort</button></form><p>At ${path}</p>`),
  );
  await page.getByRole("textbox").fill("tea & cake");
  await press(page, "Sort");
  await page.getByText("At /list?q=tea+%26+cake&by=price").waitFor();
  expect([await isHere(page), pathOf(page)]).toEqual([true, "/list?q=tea+%26+cake&by=price"]);
});

test("leaves links out of the page or into a new tab to the browser", async () => {
  const { page, inPlace } = await open("/list", ({ path }) =>
    region(
      `<a href="/other">Other</a> <a href="/list?2">Next</a> <a href="/list?3" target="_blank">Tab</a>
      <form method="dialog"><button>Close</button></form><p>At ${path}</p>`,
    ),
  );
  for (const [name, options] of [
    ["Next", { modifiers: ["ControlOrMeta"] }],
    ["Tab", {}],
  ] as const) {
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name }).click({ ...options, modifiers: [...(options.modifiers ?? [])] });
    await (await opened).close();
  }
  await press(page, "Close");
  expect([inPlace(), await isHere(page)]).toEqual([[], true]);
  await follow(page, "Other");
  await page.getByText("At /other").waitFor();
  expect(inPlace()).toEqual([]);
});

test("a checked form reads the fields and rules of an answer", async () => {
  const rule = (message: string) => ({ required: message, reads: "line", checks: [] });
  const fields = (names: string[]) => {
    const rules = Object.fromEntries(names.map((name) => [name, rule(`${name} is missing`)]));
    const boxes = names.map((name) => `<input id="${name}" name="${name}"><p id="${name}-error"><span></span></p>`);
    return `<checked-form rules='${JSON.stringify(rules)}'>${form(boxes.join(""))}</checked-form>`;
  };
  const { page, problems, inPlace } = await open("/form", ({ path }) =>
    region(`<a href="/form?2">Next</a>${fields(path === "/form" ? ["name", "day"] : ["name", "mail"])}`),
  );
  await page.locator("#day").focus();
  await page.locator("#name").focus();
  await page.getByText("day is missing").waitFor();
  await follow(page, "Next");
  await page.locator("#mail").waitFor();
  await page.locator("#name").fill("Mira");
  await press(page, "Send");
  await page.getByText("mail is missing").waitFor();
  expect(inPlace()).toEqual(["/form?2"]);
  await page.locator("#mail").fill("mira@example.com");
  await press(page, "Send");
  await expect.poll(inPlace).toEqual(["/form?2", "POST /form?2"]);
  expect(problems).toEqual([]);
});
