import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitFor } from "../helpers/waiting/patience.ts";

const brand = (id: string, more: object = {}) => ({
  id,
  hostnames: [`${id}.localhost`],
  seed: "demo",
  branding: { organization_name: id, email: `help@${id}.test`, primary_color: "#123456" },
  ...more,
});

const shop = useShop(() => ({ tenants: { acme: brand("acme", { editedIn: "console" }), globex: brand("globex") } }));
const desk = (path: string) => shop().url("console", path);
const read = (id: string) => JSON.parse(readFileSync(join(shop().tenantsDir, id, "tenant.json"), "utf8"));

let browser: TextBrowser;
beforeAll(async () => {
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(desk("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
});

/** Posts a form of the console, as the browser that is signed in. */
const post = (path: string, fields: Record<string, string>) =>
  send(desk(path), {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      cookie: browser.cookies.headerFor(desk("/"))!,
    },
    body: new URLSearchParams(fields).toString(),
  });

const LOOK = { section: "look", "branding.organization_name": "Acme Draft", "branding.primary_color": "#ab12cd" };
const preview = (fields: Record<string, string> = {}) => post("/brands/acme/preview", { ...LOOK, ...fields });

describe("a preview", () => {
  test("is the shop's own page with the typed values, for no visitor, without scripts and cookies", async () => {
    const answer = await preview({ "preview-page": "login" });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("Acme Draft");
    expect(answer.text).toContain("#ab12cd");
    expect(answer.text).toContain('name="password"');
    expect(answer.text).not.toMatch(/<script|<noscript|owner@awning|href="\/brand\.css|"\/media\//);
    expect(header(answer, "set-cookie")).toBeUndefined();
    expect(header(answer, "cache-control")).toContain("no-store");
    expect(header(answer, "x-frame-options")).toBe("SAMEORIGIN");
    const policy = header(answer, "content-security-policy")!;
    for (const part of [
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-same-origin",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src|unsafe-|allow-scripts/);
  });

  test("begins with the draft, and shows no brand that the member may not see", async () => {
    const look = await browser.open(desk("/brands/acme/brand/look"));
    const saved = await look.submit("Save draft", { Name: "Acme Begun" });
    const [, first = ""] = /<iframe [^>]*src="([^"]+)"/.exec(saved.answer.text)!;
    const get = (path: string) => send(desk(path), { headers: { cookie: browser.cookies.headerFor(desk("/"))! } });
    const begun = await get(first);
    expect([begun.status, begun.text.includes("Acme Begun")]).toEqual([200, true]);
    expect(header(begun, "content-security-policy")).toContain("sandbox allow-same-origin");
    expect((await get(first.replace("acme", "nosuch"))).status).toBe(404);
    expect((await send(desk(first))).status).toBe(302);
    await saved.submit("Discard draft");
  });

  test("shows a made-up shopper's cart", async () => {
    const { text } = await preview({ "preview-page": "cart" });
    expect(text).toContain("Order summary");
    expect(text).toContain("₹1,000.00");
  });

  test.each(["light", "dark"] as const)(
    "shows the %s colours on any device, and the pictures of the shop",
    async (scheme) => {
      const { text } = await preview({ "preview-scheme": scheme });
      expect(text).not.toContain("prefers-color-scheme");
      expect(text).toContain(`color-scheme:${scheme}`);
      const style = new RegExp(`href="(/preview-styles/${scheme}/[^"]+)"`).exec(text)![1]!;
      const css = await send(desk(style));
      expect([css.status, header(css, "content-type")]).toEqual([200, expect.stringContaining("text/css")]);
      expect(css.text).not.toContain("prefers-color-scheme");
      const picture = /src="(\/brands\/acme\/preview\/media\/[^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
      const cookie = browser.cookies.headerFor(desk("/"))!;
      expect((await send(desk(picture), { headers: { cookie } })).status).toBe(200);
      expect((await send(desk(picture))).status).toBe(302);
    },
  );

  test("has the font of the draft", async () => {
    const { text } = await preview({ "branding.font": "serif" });
    const fonts = [...new Set(text.match(/\/[\w./-]+\.woff2/g))];
    expect(fonts).toHaveLength(6);
    for (const path of fonts) {
      const { status, headers } = await send(desk(path));
      expect([path, status, headers["content-type"]]).toEqual([path, 200, "font/woff2"]);
    }
  });

  test.each(["light", "dark"])(
    "shows a mail with the draft in it, in %s colours, and its plain text",
    async (scheme) => {
      const answer = await preview({ "preview-page": "mail-vouchers", "preview-scheme": scheme });
      expect([answer.status, header(answer, "content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      const policy = header(answer, "content-security-policy")!.split(";");
      const origin = new URL(desk("/")).origin;
      expect(policy).toEqual([
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        `img-src ${origin} data:`,
        `font-src ${origin}`,
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-same-origin",
      ]);
      expect(header(answer, "set-cookie")).toBeUndefined();
      const { text } = answer;
      expect(text).toContain("From: Acme Draft &#60;help@acme.test&#62;");
      expect(text).toContain("#ab12cd");
      expect(text).toMatch(/<pre>Hello Asha,\nHere is your gift card\./);
      expect(text).not.toMatch(/<script|prefers-color-scheme/);
      expect(text).toContain(`content="${scheme}"`);
      const sources = [...text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source!.replaceAll("&amp;", "&"));
      expect(sources[0]).toMatch(/^data:image\/png;base64,/);
      expect(sources[1]).toMatch(/^\/brands\/acme\/preview\/media\/cards\/\d+\.png/);
      const picture = await send(desk(sources[1]!), { headers: { cookie: browser.cookies.headerFor(desk("/"))! } });
      expect([picture.status, header(picture, "content-type")]).toEqual([200, "image/png"]);
    },
  );

  test("reports content that cannot be shown yet, and is for members of the brand alone", async () => {
    const refused = await preview({ "branding.primary_color": "red" });
    expect(header(refused, "content-type")).toContain("text/plain");
    expect(refused.text).toContain("Main colour: must be a colour");
    expect((await post("/brands/nosuch/preview", LOOK)).status).toBe(404);
    const { status, text } = await send(desk("/brands/acme/preview"), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      body: "section=look",
    });
    expect([status, text]).toEqual([302, ""]);
  });
});

const shopSays = async (id: string, path = "/") => (await send(shop().url(id, path))).text;

test("a draft is saved, kept with its faults, seen by no shopper, and published for all of them", async () => {
  const look = await browser.open(desk("/brands/acme/brand/look"));
  const refused = await look.submit("Save draft", { Name: "Acme Renamed", "Main colour": "reddish" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("must be a colour such as #5bd318");
  expect(refused.answer.text).toContain('value="reddish"');
  expect((await browser.open(desk("/brands/acme/brand"))).text).toMatch(
    /The draft cannot be published yet:\s+Main colour: must be a colour/,
  );

  const saved = await refused.submit("Save draft", { "Main colour": "#aa0011" });
  expect(saved.heading).toBe("Brand");
  const paths = ["/", "/brand.css", "/login", "/contact-us"];
  for (const path of paths) expect(await shopSays("acme", path)).not.toMatch(/Acme Renamed|#aa0011/);
  expect(read("acme").branding.organization_name).toBe("acme");

  const published = await saved.submit("Publish");
  expect(published.text).toContain("Published.");
  expect(read("acme").branding.organization_name).toBe("Acme Renamed");
  await waitFor(async () => {
    expect(await shopSays("acme", "/brand.css")).toContain("#aa0011");
    expect(await shopSays("acme")).toContain("Acme Renamed");
  });
  expect(published.text).toMatch(/Name, Main colour/);
  expect(published.text).not.toContain("branding.");
  const back = await (await browser.open(desk("/brands/acme/brand"))).submit("Go back to version 1");
  expect(back.text).toContain("The earlier version is published again.");
  expect(read("acme").branding.organization_name).toBe("acme");
});

test("unreadable colours are reported beside the button that publishes them", async () => {
  const look = await browser.open(desk("/brands/acme/brand/look"));
  expect(look.text).not.toContain("The text in the header has");
  const saved = await look.submit("Save draft", { "Text in the header": "#fefefe" });
  expect([saved.heading, saved.text]).toEqual([
    "Brand",
    expect.stringContaining("The text in the header has a contrast"),
  ]);
  expect((await browser.open(desk("/brands/acme/brand/look"))).text).toContain("The text in the header has a contrast");
  await saved.submit("Discard draft");
});

test("a form that was open while somebody else saved shows both states of one field, and saves all at the second press", async () => {
  const open = () => browser.open(desk("/brands/acme/brand/contact"));
  const [early, theirs] = [await open(), await open()];
  await theirs.submit("Save draft", { "Postal address": "1 Their Street", Website: "https://theirs.test" });
  const late = await early.submit("Save draft", { "Postal address": "2 My Street" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Somebody else changed this section")]);
  expect(late.text).toMatch(/2 My Street\s+1 Their Street/);
  expect(late.answer.text).toContain('value="2 My Street"');
  expect(late.answer.text).toContain('value="https://theirs.test"');
  expect((await late.submit("Save draft")).heading).toBe("Brand");
  const now = (await open()).answer.text;
  expect(now).toContain('value="2 My Street"');
  expect(now).toContain('value="https://theirs.test"');
});

test("a form that was open while somebody else saved other fields is saved beside them", async () => {
  const contact = await browser.open(desk("/brands/acme/brand/contact"));
  await (await browser.open(desk("/brands/acme/brand/look"))).submit("Save draft", { "Main colour": "#00aa11" });
  await (
    await browser.open(desk("/brands/acme/brand/contact"))
  ).submit("Save draft", { "Postal address": "3 Their Street" });
  expect((await contact.submit("Save draft", { "E-mail address": "mine@acme.test" })).heading).toBe("Brand");
  expect((await browser.open(desk("/brands/acme/brand/look"))).answer.text).toContain('value="#00aa11"');
  const now = (await browser.open(desk("/brands/acme/brand/contact"))).answer.text;
  expect(now).toContain('value="3 Their Street"');
  expect(now).toContain('value="mine@acme.test"');
  await (await browser.open(desk("/brands/acme/brand"))).submit("Discard draft");
});

test("a brand that offers a second language has its names, texts and pages in it, and sees them before shoppers do", async () => {
  const overview = async () => browser.open(desk("/brands/acme/brand"));
  expect((await overview()).text).not.toContain("Hindi");
  const choose = async (languages: string) =>
    (await browser.open(desk("/brands/acme/brand/languages"))).submit("Save draft", {
      "Languages, the first one first": languages,
    });
  const refused = await choose("en, hindi");
  expect(refused.text).toContain("must be one of en, hi");
  expect(refused.answer.text).toContain('value="en, hindi"');
  expect((await choose("en hi,")).heading).toBe("Brand");

  const texts = await (await overview()).follow("Names and texts in Hindi (हिन्दी)");
  expect(texts.answer.text).toContain('placeholder="बधाई हो"');
  const saved = await texts.submit("Save draft", { Name: "एक्मी", "Title of a paid order": "शुक्रिया" });
  const pages = await saved.follow("Pages in Hindi (हिन्दी)");
  await pages.submit("Save draft", { "Privacy policy": "# निजता\n\nआपकी जानकारी सुरक्षित है।" });
  const form = { section: "pages-hi", "preview-page": "privacy", "pages.hi/privacy": "# निजता\n\nआपकी जानकारी।" };
  const shown = (await post("/brands/acme/preview", form)).text;
  const parts = ['<html lang="hi-IN"', "आपकी जानकारी।", "एक्मी"];
  expect(parts.filter((part) => !shown.includes(part))).toEqual([]);
  const mail = await post("/brands/acme/preview", {
    section: "texts-hi",
    "preview-page": "mail-gift",
    "translations.hi.branding.organization_name": "नई एक्मी",
  });
  expect(mail.text.includes("नई एक्मी")).toBe(true);

  await (await overview()).submit("Publish");
  const { languages, translations } = read("acme");
  expect(languages).toEqual(["en", "hi"]);
  expect(translations.hi).toMatchObject({ branding: { organization_name: "एक्मी" }, texts: { congrats: "शुक्रिया" } });
  await waitFor(async () => (await send(shop().url("acme", "/privacy?lang=hi"))).text.includes("सुरक्षित"));
  await (await overview()).submit("Go back to version 1");
});

test("errors in a page's Markdown are reported by line", async () => {
  const page = await browser.open(desk("/brands/acme/brand/privacy"));
  const refused = await page.submit("Save draft", { Text: "# Privacy\n\nOurs, says {nobody}." });
  expect(refused.text).toContain("line 3: unknown placeholder {nobody}");
  expect((await refused.submit("Save draft", { Text: "# Privacy\n\nOurs." })).heading).toBe("Brand");
  await (await browser.open(desk("/brands/acme/brand/privacy"))).submit("Save draft", { Text: "" });
});

test("pages may have 100,000 letters of an Indian script each; a longer one is refused, and stays typed", async () => {
  const ofLetters = (count: number) => "# शर्तें\n\n".padEnd(count, "आपकी जानकारी सुरक्षित है। ").slice(0, -1) + "।";
  const sections = ["privacy", "terms", "cookies", "about", "help"];
  for (const section of sections) {
    const saved = await (
      await browser.open(desk(`/brands/acme/brand/${section}`))
    ).submit("Save draft", { Text: ofLetters(100_000) });
    expect([section, saved.status, saved.heading]).toEqual([section, 200, "Brand"]);
  }
  const shown = await preview({ "preview-page": "privacy", section: "privacy", "pages.privacy": ofLetters(100_000) });
  expect([shown.status, shown.text.includes("जानकारी")]).toEqual([200, true]);
  await (await browser.open(desk("/brands/acme/brand"))).submit("Publish");
  const privacy = await browser.open(desk("/brands/acme/brand/privacy"));
  const tooLong = await privacy.submit("Save draft", { Text: ofLetters(100_001) });
  expect([tooLong.status, tooLong.text]).toEqual([400, expect.stringContaining("The draft is not saved.")]);
  expect(tooLong.text).toContain("must have at most 100,000 letters");
  expect(tooLong.answer.text).toContain(ofLetters(100_001));
  const saved = await tooLong.submit("Save draft", { Text: ofLetters(99_999) });
  expect([saved.status, saved.heading]).toEqual([200, "Brand"]);
  const overview = await saved.submit("Discard draft");
  await overview.submit("Go back to version 1");
});

test("a brand whose files are kept elsewhere shows that, and has no button to save", async () => {
  const overview = await browser.open(desk("/brands/globex/brand"));
  expect(overview.text).toContain("are kept elsewhere");
  for (const page of ["contact", "pictures", "payments", "suppliers"]) {
    const shown = await browser.open(desk(`/brands/globex/brand/${page}`));
    expect([page, shown.text]).toEqual([page, expect.stringContaining("are kept elsewhere")]);
    expect((await shown.follow("Edit this brand in the console")).heading).toBe("Brand");
  }
  const look = await browser.open(desk("/brands/globex/brand/look"));
  expect(look.answer.text).toMatch(/<rect [^>]*fill="#123456"/);
  expect(look.text).not.toContain("Save draft");
  // With a section, the preview would take ticks that a browser does not send as taken off.
  expect(look.answer.text).not.toContain('name="section"');
  expect(look.answer.text).toMatch(/<select[^>]*name="branding\.font"[^>]* disabled=""/);
});

/** The form of /brand/pictures with one file. */
async function upload(kind: string, file: Buffer, brand = "acme") {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", new File([new Uint8Array(file)], "a.png", { type: "image/png" }));
  const request = new Request("http://x.invalid", { method: "POST", body: form });
  return send(desk(`/brands/${brand}/brand/pictures`), {
    method: "POST",
    headers: {
      "content-type": request.headers.get("content-type")!,
      "sec-fetch-site": "same-origin",
      cookie: browser.cookies.headerFor(desk("/"))!,
    },
    body: Buffer.from(await request.arrayBuffer()),
  });
}

test("a logo is made of pixels alone, is in the preview at once, and in the shop once it is published", async () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
  const refused = await upload("logo", svg);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("not a PNG, JPEG, WebP or AVIF picture"),
  ]);
  const large = await upload("logo", Buffer.alloc(11 * 1024 * 1024));
  expect([large.status, large.text]).toEqual([400, expect.stringContaining("The file is larger than 10 MB.")]);

  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  expect((await upload("logo", png)).status).toBe(303);
  expect((await preview()).text).toMatch(/src="data:image\/webp;base64,/);
  const pictures = () => browser.open(desk("/brands/acme/brand/pictures"));
  expect((await pictures()).answer.text).toMatch(/<img[^>]* src="data:image\/webp;base64,[^>]* alt="Logo of the shop"/);
  expect((await pictures()).text).toMatch(/Logo In the draft\..*Banner Drawn from the second colour\./);
  const { logo_url: before } = read("acme").branding;
  expect(before).toBeUndefined();
  await (await browser.open(desk("/brands/acme/brand"))).submit("Publish");
  const { logo_url: url } = read("acme").branding;
  expect(url).toMatch(/^\/media\/brand\/logo-[a-z]{12}\.webp$/);
  const shown = await send(shop().url("acme", url));
  expect([shown.status, header(shown, "content-type")]).toEqual([200, "image/webp"]);
  await waitFor(async () => expect((await pictures()).answer.text).toContain(`src="/brands/acme/preview${url}"`));
  expect((await pictures()).text).toContain("Logo In the shop.");
});

test("an uploaded icon is in the mails of the preview before it is published", async () => {
  const icon = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0f0" } })
    .png()
    .toBuffer();
  const kept = await upload("icon", icon);
  expect(kept.status).toBe(303);
  browser.cookies.keep(kept);
  expect((await browser.open(desk("/brands/acme/brand/pictures"))).text).toContain(
    "The draft has the new picture: Icon. The picture has 64 by 64 pixels, and will look blurred or too small. Recommended: 512 by 512 pixels.",
  );
  const { text } = await preview({ "preview-page": "mail-reset-code" });
  const [, shown] = /src="data:image\/png;base64,([^"]+)"/.exec(text)!;
  expect((await sharp(Buffer.from(shown!, "base64")).stats()).dominant).toMatchObject({ r: 8, g: 248, b: 8 });
  await (await browser.open(desk("/brands/acme/brand"))).submit("Discard draft");
});

test("a new brand is made on one page, is open at once, and its finished steps are ticked", async () => {
  const form = await (await browser.open(desk("/staff"))).follow("New brand");
  const refused = await form.submit("Open the shop", { Name: "Acme", "E-mail address": "help@maple.test" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("There is a brand with this name")]);
  // Browsers cannot send the form again on the way back, so they keep this answer.
  expect(header(refused.answer, "cache-control")).toBe("private, no-cache");
  const closed = await refused.submit("Open the shop", { Name: "Maple Gifts", Hostname: "gifts.example.com" });
  expect([closed.status, closed.text]).toEqual([
    400,
    expect.stringContaining(
      "settings of the deployment that are missing: SESSION_SECRET, TRUST_PROXY, CONSOLE_HOSTNAME.",
    ),
  ]);
  expect(existsSync(join(shop().tenantsDir, "maple-gifts"))).toBe(false);
  const opened = await closed.submit("Open the shop", { Name: "Maple Gifts", Hostname: "", Colour: "#f0c" });
  expect([opened.status, opened.heading]).toEqual([200, "Open Maple Gifts"]);
  expect(opened.text).toContain("The shop sells nothing yet.");
  expect(opened.text).toContain("The sandbox answers on this machine");
  expect(read("maple-gifts")).toMatchObject({
    hostnames: ["maple-gifts.localhost"],
    branding: { organization_name: "Maple Gifts", email: "help@maple.test", primary_color: "#f0c" },
    editedIn: "console",
  });
  expect((await browser.open(desk("/"))).text).toContain("Maple Gifts");
  await waitFor(async () => expect(await shopSays("maple-gifts")).toContain("Maple Gifts"));
  const { answer } = await browser.open(desk("/brands/maple-gifts/open"));
  expect(answer.text).toMatch(/href="http:\/\/maple-gifts\.localhost:\d+\/sandbox\/outbox">Read the mail</);

  // The way back is on the page of a step, and on the one to which its form leads.
  const legal = await (await browser.open(desk("/brands/maple-gifts/open"))).follow("Enter them");
  const officer = { "Grievance officer": "Asha Rao", "The officer's e-mail address": "asha@maple.test" };
  const { heading: back } = await legal.follow("Back to the steps to the first order");
  const saved = await legal.submit("Save draft", { Company: "Maple Gifts Pvt Ltd", ...officer });
  const { heading: backAgain } = await saved.follow("Back to the steps to the first order");
  expect([back, backAgain]).toEqual(["Open Maple Gifts", "Open Maple Gifts"]);
  expect((await browser.open(desk("/brands/maple-gifts/brand"))).text).not.toContain("Back to the steps");
  const contact = await browser.open(desk("/brands/maple-gifts/brand/contact"));
  const draft = await contact.submit("Save draft", { "Postal address": "1 Maple Street, Pune" });
  await draft.submit("Publish");
  await waitFor(async () => {
    const { text } = await browser.open(desk("/brands/maple-gifts/open"));
    expect(text).toMatch(/Legal details Done/);
    expect(text).toMatch(/First product To do/);
    expect(text).toMatch(/Look and logo To do/); // a postal address is no look
  });
  const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const steps = () => browser.open(desk("/brands/maple-gifts/open"));
  expect((await steps()).text).not.toContain("draft");
  await upload("logo", logo, "maple-gifts");
  expect((await steps()).text).toMatch(/There is a draft that shoppers do not see yet.*Look and logo To do/);
  await (await (await steps()).follow("Publish the draft")).submit("Publish");
  expect((await steps()).text).toMatch(/Look and logo Done/);
  expect((await steps()).text).not.toContain("draft");
});
