import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { addListed, removeListed } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { endedJob } from "../helpers/text-browser/ended-job.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const ROWS = 10_001;

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);

let browser: TextBrowser;
beforeAll(async () => {
  addListed(shop(), "aurora", ROWS);
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(url("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
});
afterAll(() => removeListed(shop(), "aurora"));

test.each([
  {
    things: "orders",
    path: "/brands/aurora/orders?status=failed&to=1970-01-02&sort=created",
    column: "Number",
    first: "listed-00000,failed,",
    filter: "State: Payment failed; To: 2 Jan 1970",
  },
  {
    things: "shoppers",
    path: "/brands/aurora/shoppers?q=listed.",
    column: "E-mail",
    first: `listed.${ROWS - 1}@example.test,`,
    filter: "Search: listed.",
  },
])(
  "a long list of $things is prepared by a job, and downloaded from its page, without JavaScript",
  async ({ things, path, column, first, filter }) => {
    let list = await browser.open(url(path));
    // The worker prepares the search of so many new rows.
    await waitUntil(async () => (list = await list.reload()).text.includes(column));
    const page = await list.follow("Download as CSV");
    expect([page.status, page.heading, page.path]).toEqual([
      200,
      `Download ${things}`,
      path.replace(`/${things}`, `/${things}/export`),
    ]);
    expect(page.text).toContain(`A list of more than 10,000 ${things} is prepared`);
    const started = await page.submit("Prepare the file");
    expect([started.status, started.path, started.alerts()]).toEqual([
      200,
      expect.stringMatching(/^\/brands\/aurora\/jobs\/[\w-]+$/),
      ["The file is being prepared."],
    ]);
    expect(started.text).toContain(`Filter ${filter} State `);
    const done = await endedJob(started);
    const title = things[0]!.toUpperCase() + things.slice(1);
    expect([done.heading, done.text]).toEqual([
      `File of ${things}`,
      expect.stringContaining(`${title} 10,001 written`),
    ]);
    const file = await done.follow(`Download the file (10,001 ${things})`);
    const lines = file.answer.text.split("\r\n");
    expect(lines).toHaveLength(ROWS + 2);
    expect(lines[1]!.startsWith(first)).toBe(true);
    expect((await browser.open(url("/brands/aurora/jobs"))).text).toContain(`File of ${things} – Done 10,001 written`);
  },
);

test("a short list is sent at once, and its page explains that it needs no job", async () => {
  const path = "/brands/aurora/orders/export?status=failed&q=listed-00001";
  const refused = await (await browser.open(url(path))).submit("Prepare the file");
  expect([refused.status, refused.alerts()]).toEqual([400, ["This list is short enough to be downloaded at once."]]);
});

test("an address of a list or a file that cannot be read is answered with a sentence", async () => {
  const answers = [
    ["/brands/aurora/orders.csv?from=31-31-2026", 400, "cannot be read"],
    ["/brands/aurora/shoppers.csv?q=z", 400, "cannot be read"],
    ["/brands/nobody/orders.csv", 404, "There is no such page, or your role does not include it."],
    ["/brands/nobody/orders/export", 404, "There is no such page, or your role does not include it."],
    ["/orders/export", 404, "There is no such page, or your role does not include it."],
  ] as const;
  for (const [path, status, text] of answers) {
    const page = await browser.open(url(path));
    expect([path, page.status, page.answer.text]).toEqual([path, status, expect.stringContaining(text)]);
  }
});
