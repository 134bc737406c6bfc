import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { request } from "undici";

import { scriptsOf, weighScripts } from "../tests/helpers/storefront/scripts-of-page.ts";
import { signIn, startShop } from "./shop.ts";
import type { Row } from "./table.ts";

const gzipped = (bytes: string | Buffer) => gzipSync(bytes, { level: 9 }).length;

const kilobytes = (bytes: number) => bytes / 1024;

/** The built files, by the names of their sources. */
type Chunks = Record<string, { file: string }>;

/** A browser's downloads, compressed: documents, style sheet, and scripts compared with an empty React Router app. */
export async function bytes(): Promise<Row[]> {
  const empty = weighEmptyApp();
  await using shop = await startShop();
  const { cookie } = await signIn(shop.program, shop.host);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(shop.program.origin + path, { headers: { host: shop.host, ...headers } });
    return { text: await answer.body.text(), headers: answer.headers };
  };
  const chunks: Chunks = JSON.parse(readFileSync("build/client/.vite/manifest.json", "utf8"));
  const home = await get("/");
  const wire = await weighWithHeaders(shop);
  const documents = ["/", "/search?q=gift", "/help-center", "/terms-conditions"];
  const pages = await Promise.all(documents.map((path) => get(path)));
  const signedIn = await Promise.all(["/order-history", "/"].map((path) => get(path, { cookie })));
  const elements = Math.max(...[...pages, ...signedIn].map(({ text }) => weighScripts(scriptsOf(text))));
  const [product] = home.text.match(/\/shopping-cart\?product=[^"&]*/) ?? ["/shopping-cart"];
  const fileOf = (name: string) => `/${Object.entries(chunks).find(([key]) => key.includes(name))![1].file}`;
  const onUse = scriptsOf([fileOf("idiomorph"), fileOf("bundles/form.ts")].join(" "));
  const forms = await Promise.all(
    ["/login?returnTo=%2F", "/signup", "/contact-us", product].map(async (path) => ({
      path: path.split("?")[0]!,
      size: weighScripts([...new Set([...scriptsOf((await get(path)).text), ...onUse])]),
    })),
  );
  const heaviest = forms.toSorted((a, b) => b.size - a.size)[0]!;
  const payment = scriptsOf(namesOfPayment(chunks));
  const [stylesheet] = home.text.match(/\/assets\/app[\w.-]*\.css/) ?? [];
  if (!stylesheet) throw new Error("the home page names no style sheet");
  return [
    { what: "home page with its headers, gzip", value: kilobytes(wire), unit: "KB", goal: 12 },
    {
      what: "style sheet, gzip",
      value: kilobytes(gzipped(readFileSync(`build/client${stylesheet}`))),
      unit: "KB",
      goal: 12,
    },
    {
      what: "scripts of a document (catalogue, search, histories, static pages), gzip",
      value: kilobytes(elements),
      unit: "KB",
      goal: 8,
    },
    {
      what: "scripts of a page with a form (login, sign-up, contact, product), with what checks and morphs it, gzip",
      value: kilobytes(heaviest.size),
      unit: "KB",
      goal: 16,
      detail: `the heaviest is ${heaviest.path}`,
    },
    {
      what: "scripts of a payment screen above an empty React Router app, gzip",
      value: kilobytes(weighScripts(payment) - empty),
      unit: "KB",
      goal: 14,
      detail: `the empty app has ${kilobytes(empty).toFixed(1)} KB`,
    },
  ];
}

/** Builds the empty app, and returns the size of its scripts. */
function weighEmptyApp(): number {
  const env = { ...process.env, NODE_ENV: "production" };
  const built = spawnSync("npx", ["--no", "react-router", "build", "bench/empty"], { env, stdio: "ignore" });
  if (built.status !== 0) throw new Error("bench/empty could not be built");
  return globSync("build/empty/client/assets/*.js").reduce((sum, file) => sum + gzipped(readFileSync(file)), 0);
}

/** The size of the home page and its headers, as they are sent. */
async function weighWithHeaders({ program, host }: Awaited<ReturnType<typeof startShop>>): Promise<number> {
  const packed = await request(program.origin, { headers: { host, "accept-encoding": "gzip" } });
  const body = (await packed.body.arrayBuffer()).byteLength;
  const headerBytes = Object.entries(packed.headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length + 4,
    0,
  );
  return body + headerBytes;
}

/** The files of a payment screen, as a page names them. */
function namesOfPayment(chunks: Chunks): string {
  // A payment screen needs an order, so the sum of its routes' scripts is measured.
  const names = [
    "entry.client",
    "app/elements/bundles/index",
    "root",
    "routes/checkout-layout",
    "routes/signed-in",
    "routes/payment/payment",
  ];
  const isOfPayment = ([key]: [string, unknown]) => names.some((name) => new RegExp(`${name}\\.tsx?(\\?|$)`).test(key));
  const ofPayment = Object.entries(chunks).filter(isOfPayment);
  return ofPayment.map(([, { file }]) => `/${file}`).join(" ");
}
