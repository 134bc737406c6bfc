import { request } from "undici";

import { signIn, startShop } from "../shop.ts";
import type { Row } from "../table.ts";
import { inParallel, Tally } from "./apis.ts";

const PATHS =
  "/ /login /signup /verify-otp /forgot /reset-password /terms-conditions /contact-us /profile /edit-profile /redeem-voucher /order-history /shopping-cart /help-center /cart /redemption /purchase-voucher /verify-details /welcome /payment /loading /timeexp /privacy /cookies /about-us /search /suggest /order-state /pay /leave-payment /payment-success /receipt /sessions /verify-email /brand.css /manifest.webmanifest /sitemap.xml /gift/x".split(
    " ",
  );
const FIELDS =
  "username email password confirm name message product denomination quantity orderid returnTo q category subcategories price_min price_max sort page intent id code coupon phone emailNew method terms otp topic token".split(
    " ",
  );
const VALUES = [
  "",
  " ",
  "0",
  "-1",
  "1",
  "1.5",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "1e400",
  "2147483648",
  "9007199254740993",
  "null",
  "undefined",
  "[]",
  "{}",
  "[object Object]",
  "true",
  "١٢٣",
  "５",
  "%",
  "_",
  "\\",
  "'",
  '"',
  "' or 1=1--",
  "<script>alert(1)</script>",
  "</script>",
  "{{7*7}}",
  "${7*7}",
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil",
  "\u0000",
  "\ud800",
  "\u202e",
  "\u200b",
  "\r\nSet-Cookie: a=b",
  "a".repeat(5_000),
  "🎁".repeat(200),
  "ß",
  "ﬁ",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "demo@awning.test",
  "a@b.c",
  "9876543210",
  "ORD1",
  "2026-13-45",
];

/** Generated requests to every page and form, signed in and signed out. None may cause an error in the shop. */
export async function fuzz(count = Number(process.env.N ?? 20_000)): Promise<Row[]> {
  await using shop = await startShop();
  const { cookie } = await signIn(shop.program, shop.host);
  const statuses = new Tally();
  const faults: string[] = [];
  let slowest = 0;
  const random = createRandom(20_261_121);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const params = () => {
    const search = new URLSearchParams();
    for (let left = Math.floor(random() * 5); left > 0; left--) {
      const value = pick(VALUES);
      search.append(pick(FIELDS) + pick(["", "", "", "[]", "[__proto__]"]), value.isWellFormed() ? value : "%ED%A0%80");
    }
    return search.toString();
  };
  await inParallel(count, 32, async () => {
    const method = pick(["GET", "GET", "POST"] as const);
    const path = `${pick(PATHS)}${pick(["", "", "", ".data"])}?${params()}`;
    const headers: Record<string, string> = {
      host: shop.host,
      ...(random() < 0.5 && { cookie }),
      ...(method === "POST" && {
        origin: `http://${shop.host}`,
        "content-type": pick([
          ...Array<string>(8).fill("application/x-www-form-urlencoded"),
          "application/json",
          "multipart/form-data; boundary=x",
          "text/plain",
        ]),
      }),
    };
    const from = performance.now();
    const answer = await request(shop.program.origin + path, {
      method,
      headers,
      body: method === "POST" ? params() : null,
    });
    await answer.body.text();
    slowest = Math.max(slowest, performance.now() - from);
    statuses.add(answer.statusCode);
    if (answer.statusCode >= 500) faults.push(`${answer.statusCode} ${method} ${path.slice(0, 200)}`);
  });
  for (const fault of faults.slice(0, 10)) console.error(fault);
  const what = `${count} generated requests`;
  return [
    { what: `${what}: answered 500 and above`, value: faults.length, unit: "", goal: 0, detail: String(statuses) },
    { what: `${what}: the slowest`, value: slowest, unit: "ms", goal: 2_000 },
  ];
}

/** Mulberry32: the same requests at each run. */
function createRandom(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
