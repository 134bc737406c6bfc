import { connect } from "node:net";

import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { header, send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { endedJob } from "../helpers/text-browser/ended-job.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useShop();
const url = (path: string) => shop().url("console", path);
const STOCK = "/brands/aurora/stock/import";
const HEAD = "product,denomination,card_number,pin,claim_url,expires";
const BOUNDARY = "----form";
const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

let browser: TextBrowser;
/** A product's sku and one of its amounts, in rupees. */
let product: string;
beforeAll(async () => {
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(url("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
  const cookie = browser.cookies.headerFor(url("/"))!;
  const { text } = await send(url("/brands/aurora/stock.csv?sort=-in_stock"), { headers: { cookie } });
  const lines = parse(text, { columns: true }) as Record<string, string>[];
  const line = lines.find(({ denomination }) => denomination !== "");
  const columns = [
    "product",
    "name",
    "denomination",
    "in_stock",
    "too_short",
    "reserved",
    "within_30_days",
    "within_90_days",
  ];
  expect(Object.keys(line!)).toEqual([...columns, "expired", "issued"]);
  product = `${line!.product},${Number(line!.denomination)}`;
});

const part = (name: string, value: string, file = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
const fileForm = (text: string, name = "cards.csv", fields = "") =>
  Buffer.from(`${fields}${part("file", text, `; filename="${name}"`)}--${BOUNDARY}--\r\n`);
const upload = (body: Buffer, path = STOCK) =>
  browser.load(url(path), { method: "POST", headers: MULTIPART, body }, url(path));

test("a file of stock goes from the form through its check into the stock, without JavaScript", async () => {
  const rows = [`${product},HTTP-CARD-1,,,`, `${product},HTTP-CARD-2,,,`, "nosuch,250,HTTP-CARD-3,,,"];
  const form = await browser.open(url(STOCK));
  expect([form.status, form.heading]).toEqual([200, "Import stock"]);
  const [, example] = /placeholder="[^"]*\n([^,"]+),/.exec(form.answer.text)!;
  expect((await browser.open(url(`/brands/aurora/products/${example}`))).status).toBe(200);
  const started = await upload(fileForm([HEAD, ...rows].join("\n")));
  expect([started.status, started.path]).toEqual([200, expect.stringMatching(/^\/brands\/aurora\/jobs\/[\w-]+$/)]);
  const checked = await endedJob(started);
  expect(checked.text).toContain("2 can be imported");
  expect(checked.text).toContain('line 4 there is no product "nosuch"');
  expect(checked.text).toContain("Read as The file is UTF-8. Cells stand between commas; line 1 names the columns.");
  const excel = await checked.follow("Download these rows as Excel");
  expect(excel.answer.headers["content-disposition"]).toMatch(/refused-.*\.xlsx$/);
  const file = await checked.follow("Download these rows as CSV");
  expect(file.answer.text).toContain('nosuch,250,HTTP-CARD-3,,,,line 4,"there is no product ""nosuch"""');

  const imported = await endedJob(await checked.submit("Import 2 rows"));
  expect([imported.heading, imported.text]).toEqual(["Stock import", expect.stringContaining("2 added")]);
  const list = await browser.open(url("/brands/aurora/jobs"));
  expect(list.text).toContain("Stock import cards.csv Done");
  expect(list.text).toContain("Check of a stock file cards.csv Done");
  expect((await list.follow("Download as CSV")).answer.text).toContain(
    ',Stock import,cards.csv,done,"2 added, 1 refused",',
  );
  expect((await browser.open(checked.url)).buttons()).not.toContain("Import 2 rows");
  expect(shop().log).not.toContain("HTTP-CARD");
});

test("a few lines are pasted, known cards are skipped on demand, and an error keeps the lines", async () => {
  const form = await browser.open(url(STOCK));
  const empty = await form.submit("Check the lines", { Lines: " " });
  expect([empty.status, empty.alerts()]).toEqual([400, expect.arrayContaining(["Choose a file, or paste its lines."])]);
  const lines = `${HEAD}\n${product},HTTP-PASTED-1,,,`;
  const first = await endedJob(await form.submit("Check the lines", { Lines: lines }));
  await endedJob(await first.submit("Import 1 row"));
  const again = await form.submit("Check the lines", { Lines: lines });
  expect([again.status, again.path]).toEqual([400, STOCK]);
  const typedIn = ({ answer }: typeof again) => />([^<]*)<\/textarea>/.exec(answer.text)![1]!.replaceAll("\r\n", "\n");
  expect(typedIn(again)).toBe(lines);
  expect(again.alerts().join()).toContain("line 2: the card number has been in stock before");
  expect(header(again.answer, "cache-control")).toContain("no-store");
  // The lines are codes: they are on that answer alone.
  expect((await browser.open(url(STOCK))).value("Lines")).toBe("");
  expect(shop().log).not.toContain("HTTP-PASTED");
  const wrong = await form.submit("Check the lines", { Lines: "HTTP-PASTED-2\nHTTP-PASTED-3" });
  expect([wrong.status, typedIn(wrong)]).toEqual([400, "HTTP-PASTED-2\nHTTP-PASTED-3"]);
  const [fields] = [part("skip_known", "1")];
  const skipped = await endedJob(await upload(fileForm(lines, "again.csv", fields)));
  expect(skipped.text).toContain("1 known before, skipped");
});

test("the cards of a wrong import are counted before it, and withdrawn after it, with a tick, without JavaScript", async () => {
  const form = await browser.open(url(STOCK));
  const lines = `${HEAD}\n${product},HTTP-WRONG-1,,,\n${product},HTTP-WRONG-2,,,`;
  const checked = await endedJob(await form.submit("Check the lines", { Lines: lines }));
  expect(checked.text).toContain("Cards by product and amount");
  const counted = await checked.follow("Download the whole list as CSV");
  expect(counted.answer.text).toContain(`product,denomination,cards,look_at\r\n${product},2,`);
  const imported = await endedJob(await checked.submit("Import 2 rows"));
  expect(imported.text).toContain("2 added");
  const label = "Undo this import";
  const refused = await imported.submit(label, { Reason: "The wrong file" });
  expect(refused.part(label).value("Reason")).toBe("The wrong file");
  expect([refused.status, refused.alerts()]).toEqual([400, expect.arrayContaining(["Tick this to go on."])]);
  const withdrawn = await endedJob(await refused.submit(label, { "Withdraw up to 2 cards from the stock.": true }));
  expect([withdrawn.heading, withdrawn.text]).toEqual([
    "Undo of a stock import",
    expect.stringContaining("2 withdrawn"),
  ]);
  const undone = await browser.open(imported.url);
  expect(undone.buttons()).not.toContain(label);
  expect((await undone.follow("The undo of this job, with what was left as it is")).url).toBe(withdrawn.url);
});

test("the changes of a catalogue are listed before an import, and undone after it, without JavaScript", async () => {
  const path = "/brands/aurora/catalogue/import";
  const [head = "", first = ""] = (await (await browser.open(url(path))).follow("download as CSV")).answer.text.split(
    "\r\n",
  );
  const [sku] = first.replace("\ufeff", "").split(",");
  const changed = first.replace(/^([^,]+),("[^"]*"|[^,]*),/, "$1,Wrong CafÃ©,");
  const added = first.replace(/^[^,]+,("[^"]*"|[^,]*),/, "undo-new,Undo New,");
  const checked = await endedJob(await upload(fileForm([head, changed, added, ""].join("\r\n"), "wrong.csv"), path));
  expect(checked.text).toContain("1 to look at");
  expect(checked.text).toMatch(/2 changes .*Undo New \(undo-new\) New/);
  expect(checked.text).toContain("odd letters: “Ã©” looks like a wrong encoding");
  const list = await checked.follow("Download the whole list as CSV");
  expect(list.answer.text).toContain(`product,${sku},`);

  const imported = await endedJob(await checked.submit("Import 2 rows"));
  const label = "Undo this import";
  expect(imported.alerts()).toEqual([]);
  const refused = await imported.submit(label, { Reason: "The wrong file" });
  expect([refused.status, refused.alerts()]).toEqual([400, expect.arrayContaining(["Tick this to go on."])]);
  const undone = await endedJob(await refused.submit(label, { "Undo up to 2 changes of the catalogue.": true }));
  expect([undone.heading, undone.text]).toEqual([
    "Undo of a catalogue import",
    expect.stringContaining("1 restored, 1 removed"),
  ]);
  expect((await browser.open(url("/brands/aurora/products/undo-new"))).status).toBe(404);
  expect((await browser.open(url(`/brands/aurora/products/${sku}`))).text).not.toContain("Wrong Caf");

  const jobs = await (await browser.open(url("/brands/aurora/jobs"))).follow("Imports only");
  expect(jobs.text).toMatch(/Undo of a catalogue import .*Catalogue import wrong\.csv Done .*Undone/);
  expect(jobs.text).not.toContain("Check of a catalogue");
  expect((await jobs.follow("Undone")).url).toBe(undone.url);
});

test("the catalogue is downloaded, changed by hand, checked and imported, without JavaScript", async () => {
  const path = "/brands/aurora/catalogue/import";
  const page = await browser.open(url(path));
  expect((await page.follow("as JSON")).answer.text).toMatch(/^\{"categories":/);
  const file = (await page.follow("download as CSV")).answer.text;
  const same = await endedJob(await upload(fileForm(file, "catalogue.csv"), path));
  expect(same.text).toMatch(/Rows (\d+) can be imported, \1 unchanged Started/);
  const [head, first] = file.split("\r\n");
  const changed = `${head}\r\n${first!.replace(/^[^,]+,("[^"]*"|[^,]*),/, "by-hand,By Hand,")}\r\n`;
  const checked = await endedJob(await upload(fileForm(changed, "catalogue.csv"), path));
  expect(checked.text).toContain("1 can be imported, 1 new");
  const imported = await endedJob(await checked.submit("Import 1 row"));
  expect(imported.text).toContain("Catalogue import File catalogue.csv State Done Rows 1 new");
  expect((await browser.open(shop().url("aurora", "/search?q=By+Hand"))).text).toContain("By Hand");
});

test("files that are empty, missing, no CSV or too large are refused with a message", async () => {
  const alertsOf = async (body: Buffer) => {
    const page = await upload(body);
    expect([page.status, page.heading]).toEqual([400, "Import stock"]);
    return page.alerts();
  };
  expect(await alertsOf(fileForm(""))).toContain("The file is empty.");
  expect(await alertsOf(fileForm("", ""))).toContain("Choose a file, or paste its lines.");
  expect(await alertsOf(fileForm("%PDF-1.7"))).toContain("This is a PDF file. Send the table as CSV or Excel (.xlsx).");
  const wrong = await endedJob(await upload(fileForm("hello,world\n")));
  expect(wrong.text).toContain("None of the first 10 lines names the columns.");
  expect((await wrong.follow("Send another file")).heading).toBe("Import stock");
  const large = await sendPart("POST", 200 * 1024 * 1024);
  expect(large).toMatch(/^HTTP\/1\.1 400 [^]*The file is larger than 100 MB\./);
});

test("no other route takes a file, no shop takes one, and no other site may send one", async () => {
  const cookie = browser.cookies.headerFor(url("/"))!;
  const body = fileForm("x");
  const large = fileForm("x".repeat(100_000));
  const headers = { ...MULTIPART, cookie, "sec-fetch-site": "same-origin" };
  for (const path of ["/account", "/brands/aurora/jobs", "/brands/aurora/stock", "/sign-in"])
    expect([path, (await send(url(path), { method: "POST", headers, body: large })).status]).toEqual([path, 413]);
  expect((await send(shop().url("aurora", STOCK), { method: "POST", headers, body })).status).toBe(415);
  const evil = { ...headers, "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await send(url(STOCK), { method: "POST", headers: evil, body })).status).toBe(403);
  const { cookie: _, ...stranger } = headers;
  for (const own of [stranger, { ...stranger, cookie: await inventSession() }])
    expect(header(await send(url(STOCK), { method: "POST", headers: own, body }), "location")).toContain("/sign-in");
});

/** A cookie with a token that no API has given out. */
const inventSession = () => shop().cookieWith("_console", { access_token: "an-invented-token" });

test("a stranger's form with a file is neither read beyond 64 KB nor waited for", async () => {
  const invented = `Cookie: ${await inventSession()}`;
  const announce = (path: string, ...more: string[]) =>
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(url("/")).host}`,
      "Sec-Fetch-Site: same-origin",
      `Content-Type: ${MULTIPART["content-type"]}`,
      ...more,
      "",
      "",
    ].join("\r\n");
  const paths = [STOCK, "/brands/aurora/new-product", "/brands/aurora/brand/pictures", "/brands/aurora/brand/privacy"];
  for (const path of paths) {
    // No byte of the body is sent, so the answer does not wait for it.
    for (const cookie of [[], [invented]]) {
      const answer = await sendRaw(shop().port, announce(path, "Content-Length: 1000000", ...cookie));
      expect([path, cookie, answer.split(" ")[1]]).toEqual([path, cookie, "413"]);
    }
  }
  const drips = [[], [invented]].map((cookie) => drip(announce(STOCK, "Content-Length: 5000", ...cookie)));
  try {
    await waitUntil(() => drips.every(({ isClosed }) => isClosed()));
  } finally {
    for (const { stop } of drips) stop();
  }
});

/** Sends a head, and then a byte of the body now and again. */
function drip(head: string) {
  const socket = connect(shop().port, "127.0.0.1").on("error", () => {});
  let isClosed = false;
  socket.on("close", () => (isClosed = true));
  socket.write(head);
  const timer = setInterval(() => socket.write("x"), 500);
  const stop = () => {
    clearInterval(timer);
    socket.destroy();
  };
  return { isClosed: () => isClosed, stop };
}

test("an upload that breaks off leaves no job, and the console still answers", async () => {
  const count = async () =>
    (await browser.open(url("/brands/aurora/jobs"))).text.match(/Check of a stock file/g)?.length;
  const before = await count();
  await sendPart("POST", 50_000_000, `${fileForm(`${HEAD}\n`).toString().slice(0, -40)}${"x".repeat(600_000)}`);
  expect(await count()).toBe(before);
  expect((await browser.open(url(STOCK))).status).toBe(200);
  expect(shop().log).not.toMatch(/"level":[56]0/);
});

/** Announces a body of so many bytes, sends a part of it, and leaves after a second. @returns the answer so far */
async function sendPart(method: string, length: number, begun = "") {
  const lines = [
    `${method} ${STOCK} HTTP/1.1`,
    `Host: ${new URL(url("/")).host}`,
    `Cookie: ${browser.cookies.headerFor(url("/"))}`,
    "Sec-Fetch-Site: same-origin",
    `Content-Type: ${MULTIPART["content-type"]}`,
    `Content-Length: ${length}`,
  ];
  let answer = "";
  const socket = connect(shop().port, "127.0.0.1").setEncoding("utf8");
  socket.on("data", (text: string) => (answer += text)).on("error", () => {});
  socket.write(`${lines.join("\r\n")}\r\n\r\n${begun}`);
  if (begun === "") await waitUntil(() => answer.includes("</html>"));
  else await waitUntil(() => socket.writableLength === 0);
  socket.destroy();
  return answer;
}
