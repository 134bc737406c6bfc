// `npm run bench:profile [PATH]`: profiles the storefront while a signed-in shopper requests a page.
import "../config/process/require-node.ts";

import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { load } from "./load.ts";
import { BROWSER, signIn, startShop } from "./shop.ts";

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
};

const SHOWN = 40;
const folder = mkdtempSync(join(tmpdir(), "awning-profile-"));

try {
  const [path = "/"] = process.argv.slice(2);
  const { requests, cpuMicros } = await profileStorefront(path);
  const [profile] = globSync(join(folder, "*.cpuprofile"))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as Profile)
    .filter(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.endsWith("/build/server/index.js")));
  if (!profile) throw new Error("the storefront left no profile");
  const micros = (samples: number) => (samples / busySamples) * cpuMicros;
  const { byPackage, byFunction, busySamples } = countSamples(profile);
  console.log(`${path}: ${requests} requests, ${Math.round(cpuMicros)} µs of CPU each\n`);
  for (const counts of [byPackage, byFunction]) {
    const top = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
    for (const [name, samples] of top) console.log(`${micros(samples).toFixed(1).padStart(8)} µs  ${name}`);
    console.log();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Warms up first. The profile includes the start and the warm-up, but the later requests outweigh them. */
async function profileStorefront(path: string) {
  await using shop = await startShop({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
  const { cookie } = await signIn(shop.program, shop.host);
  const target = { program: shop.program, path, headers: { ...BROWSER, host: shop.host, cookie } };
  await load(target, { seconds: 2 });
  return await load(target, { seconds: 15 });
}

/** Samples by package and by function, without those of an idle loop. */
function countSamples({ nodes, samples }: Profile) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPackage = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busySamples = 0;
  for (const sample of samples) {
    const { functionName, url, lineNumber } = frames.get(sample)!;
    if (functionName === "(idle)" || functionName === "(program)") continue;
    busySamples += 1;
    const place = packageOf(url);
    const name = `${functionName || "(anonymous)"}  ${place}:${lineNumber + 1}`;
    byPackage.set(place, (byPackage.get(place) ?? 0) + 1);
    byFunction.set(name, (byFunction.get(name) ?? 0) + 1);
  }
  return { byPackage, byFunction, busySamples };
}

function packageOf(url: string) {
  if (url === "") return "V8";
  if (url.startsWith("node:")) return url;
  const [, name] = url.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  return name ?? url.split("/").slice(-2).join("/");
}
