import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// A clone may lie below a hidden folder, such as ~/.cache or .worktrees.

const root = mkdtempSync(join(tmpdir(), ".awning-hidden-"));
for (const name of ["server.ts", "package.json", "api", "app", "build", "cli", "config", "simulators", "tenants"])
  cpSync(name, join(root, name), { recursive: true });
symlinkSync(resolve("node_modules"), join(root, "node_modules"));
afterAll(() => rmSync(root, { recursive: true }));
const shop = useShop(() => ({ root }));

test("a shop below a hidden folder sends every file that its home page names", async () => {
  const page = await new TextBrowser().open(shop().url("aurora"));
  const urls = findAll(page.tree, ({ name }) => ["link", "img", "script"].includes(name)).flatMap(
    (element) => attribute(element, element.name === "link" ? "href" : "src") ?? [],
  );
  const paths = [...new Set(urls)].filter((url) => /^\/(assets|media|brand)/.test(url));
  for (const kind of ["/assets/", "/media/brand/", "/media/cards/", "/brand.css"])
    expect(paths).toContainEqual(expect.stringContaining(kind));
  for (const path of paths) expect([path, (await send(shop().url("aurora", path))).status]).toEqual([path, 200]);
});

test("its brand pictures are those of the brand's folder, not drawn ones", async () => {
  for (const file of ["logo.svg", "banner.svg", "favicon.svg"]) {
    const answer = await send(shop().url("aurora", `/media/brand/${file}`));
    expect([file, answer.text]).toEqual([file, readFileSync(join("tenants", "aurora", file), "utf8")]);
  }
});
