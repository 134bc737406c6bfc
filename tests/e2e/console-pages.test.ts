import { expect, test } from "vitest";

import { keepPicture, useBrowser } from "../helpers/browser/browser.ts";
import { findConsoleFaults, openConsole } from "../helpers/browser/console.ts";
import { useShop } from "../helpers/shop/shop.ts";

const BRAND = "/brands/aurora";
const PAGES = [
  "/",
  "/?range=quarter",
  "/account",
  "/staff",
  "/audit",
  BRAND,
  `${BRAND}?range=week`,
  `${BRAND}/orders`,
  `${BRAND}/shoppers`,
  `${BRAND}/shoppers/grants`,
  "/new-brand",
  `${BRAND}/brand`,
  `${BRAND}/brand/look`,
  `${BRAND}/brand/pictures`,
  `${BRAND}/open`,
  `${BRAND}/brand/payments`,
  `${BRAND}/brand/payments?gateway=phonepe`,
  `${BRAND}/brand/suppliers`,
  `${BRAND}/brand/messages`,
  `${BRAND}/products`,
  `${BRAND}/new-product`,
  `${BRAND}/categories`,
  `${BRAND}/stock-alerts`,
  `${BRAND}/products/raga-stream`,
  `${BRAND}/products?stock=low`,
  `${BRAND}/payments`,
  `${BRAND}/payments?kind=refund`,
  `${BRAND}/payments/waiting`,
  `${BRAND}/payments/statement`,
  `${BRAND}/money`,
  `${BRAND}/money-requests`,
  `${BRAND}/webhooks`,
  `${BRAND}/integrations`,
  `${BRAND}/audit`,
  `${BRAND}/coupons`,
  `${BRAND}/stock`,
  `${BRAND}/stock/import`,
  `${BRAND}/catalogue/import`,
  `${BRAND}/jobs`,
  `${BRAND}/orders/export`,
  `${BRAND}/search`,
  `${BRAND}/search?q=2026`,
];

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

test("the console has no barriers on phones and on desktops, and nothing is cut off", async () => {
  const page = await openConsole(openWindow, url, 1280);
  const faults: string[] = [];
  const look = async (path: string) => void faults.push(...(await findConsoleFaults(page, `console ${path}`)));
  for (const path of PAGES) {
    const answer = await page.goto(url(path));
    expect([path, answer?.status()]).toEqual([path, 200]);
    await look(path);
  }
  for (const list of ["orders", "shoppers"]) {
    await page.goto(url(`${BRAND}/${list}`));
    await page.getByRole("main").locator("tbody a").first().click();
    await page.waitForURL(new RegExp(`/${list}/[\\w-]{10,}$`));
    await look(`one of the ${list}`);
  }
  await page.goto(url(`${BRAND}/orders?status=completed`));
  await page.getByRole("checkbox", { name: "All orders that match the filter" }).check();
  await page.getByRole("button", { name: "Refund all cards" }).click();
  await page.getByRole("heading", { name: "left out" }).waitFor();
  await look("the preview of a bulk action");
  await page.goto(url(`${BRAND}/products?available=yes`));
  await page
    .getByRole("checkbox", { name: /^Tick / })
    .first()
    .check();
  await page.getByRole("button", { name: "Take off sale", exact: true }).click();
  await page.getByRole("button", { name: "Take 1 product off sale" }).click();
  await page.getByRole("heading", { name: "1 taken off sale" }).waitFor();
  await look("the result of a bulk action");
  await page.goto(url(`${BRAND}/stock/import`));
  await page.getByLabel("Lines").fill("product,denomination,card_number\nnosuch,250,CARD-1\n");
  await page.getByRole("button", { name: "Check the lines" }).click();
  await page.getByText('there is no product "nosuch"').waitFor();
  await look("refused lines");
  await page.goto(url(`${BRAND}/jobs`));
  await page.getByRole("link", { name: "Check of a stock file" }).first().click();
  await page.getByText('there is no product "nosuch"').waitFor();
  await look("a job");
  await page.goto(url(`${BRAND}/catalogue/import`));
  const shelf = "wide,Wide,wide-sub,Wide Sub,5";
  const rows = [`raga-stream,${"Wrong".repeat(12)} CafÃ©,${shelf}`, `wide-new,${"New".repeat(20)},${shelf}`];
  const head = "sku,name,category,category_name,subcategory,subcategory_name,denominations";
  await page.getByLabel("Lines").fill([head, ...rows, ""].join("\n"));
  await page.getByRole("button", { name: "Check the lines" }).click();
  await page.getByRole("heading", { name: "to look at" }).waitFor();
  await look("the changes of a catalogue");
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByRole("heading", { name: "Undo this import" }).waitFor();
  await look("an import that can be undone");
  await page.goto(url(`${BRAND}/jobs?only=imports`));
  await look("the imports");
  await page.goto(url(`${BRAND}/integrations`));
  await page.getByText("Add an endpoint").click();
  await page.getByLabel("URL").fill("http://127.0.0.1:9/events");
  await page.getByLabel("An order was placed.").check();
  await look("a new endpoint");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await page.getByText(/^whsec_/).waitFor();
  await look("a secret that is shown once");
  await page.getByRole("link", { name: "http://127.0.0.1:9/events" }).first().click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("A test is on its way.").waitFor();
  await look("an endpoint");
  await page.goto(url(`${BRAND}/money`));
  await page
    .getByRole("link", { name: /^\w{3} \d{4}$/ })
    .first()
    .click();
  await page.waitForURL(/\/money\/\d{4}-\d{2}$/);
  await look("a month");
  expect(faults).toEqual([]);
});

test("the table of payment attempts breaks long ids, and does not scroll", async () => {
  const page = await openConsole(openWindow, url, 1440);
  await page.goto(url(`${BRAND}/orders?status=completed`));
  await page.getByRole("main").locator("tbody a").first().click();
  const table = page.getByRole("group", { name: "Payment attempts" });
  await table.waitFor();
  const ids = "plink_RkYq1Zp0aBcDeF, order_RkYq1Zp0aBcDeF, pay_RkYq1Zp0aBcDeF, UTR 612345678901";
  await table.locator("td code").evaluate((cell, text) => void (cell.textContent = text), ids);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    const beyond = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect([width, beyond]).toEqual([width, 0]);
  }
});

test("text of twice the size puts the table of sales below the plots, not over them", async () => {
  const page = await openConsole(openWindow, url, 1280);
  await page.goto(url("/"));
  await page.evaluate(() => void document.documentElement.style.setProperty("font-size", "200%"));
  const boxOf = async (name: string) => (await page.locator(name).boundingBox())!;
  const [plots, table] = [await boxOf(".sales-shown .plots"), await boxOf(".sales-table")];
  expect([plots.width, table.width].map((width) => width > 600)).toEqual([true, true]);
  expect(table.y).toBeGreaterThanOrEqual(plots.y + plots.height);
});

test("labels beside a plot do not touch, also in text of twice the size", async () => {
  const page = await openConsole(openWindow, url, 1280);
  for (const range of ["day", "week", "quarter"]) {
    for (const [width, size] of [1280, 768, 360].flatMap((width) => [
      [width, "100%"] as const,
      [width, "200%"] as const,
    ])) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(url(`${BRAND}?range=${range}`));
      const touching = await page.evaluate(findTouchingLabels, size);
      await keepPicture(page, `plots-${range}-${width}-${size.slice(0, -1)}`);
      expect([range, width, size, touching]).toEqual([range, width, size, []]);
    }
  }
});

/** In the page. @returns pairs of labels that overlap, and labels that are cut off by the window */
function findTouchingLabels(size: string): string[] {
  document.documentElement.style.setProperty("font-size", size);
  return [...document.querySelectorAll("svg.plot")].flatMap((plot) => {
    const labels = [...plot.querySelectorAll("text")].filter((label) => label.textContent && label.checkVisibility());
    const boxes = labels.map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
    return boxes.flatMap(({ text, box }, index) => [
      ...(box.left < 0 || box.right > innerWidth ? [`${text} is cut off`] : []),
      ...boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
        )
        .map((other) => `${text} touches ${other.text}`),
    ]);
  });
}
