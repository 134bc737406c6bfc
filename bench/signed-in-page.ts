import { spawnSync } from "node:child_process";

import { compare } from "./load.ts";
import { Program } from "./program.ts";
import { BROWSER, SECRET, signIn, startShop } from "./shop.ts";
import type { Row } from "./table.ts";

/** The API calls for a signed-in shopper's catalogue; the rest is cached for all shoppers. */
const CALLS = "user-data/ cart/";

/** CPU time of the signed-in catalogue against React alone, and against the same app under react-router-serve. */
export async function signedInPage(): Promise<Row[]> {
  const built = spawnSync("npx", ["--no", "react-router", "build", "bench/serve"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error("bench/serve could not be built");

  await using shop = await startShop();
  const { cookie, token } = await signIn(shop.program, shop.host);
  await using react = await Program.start(["bench/peers/react.ts"], {
    env: {
      ORIGIN: shop.program.origin,
      HOST_HEADER: shop.host,
      COOKIE: cookie,
      API: `http://127.0.0.1:${shop.apiPort}/aurora/`,
      TOKEN: token,
      CALLS,
    },
  });
  await using serve = await Program.start(["node_modules/@react-router/serve/bin.cjs", "build/serve/server/index.js"], {
    env: { COMMERCE_API_PORT: String(shop.apiPort), SESSION_SECRET: SECRET },
    host: "aurora.localhost",
  });
  const figures = await compare({
    shop: { program: shop.program, headers: { ...BROWSER, host: shop.host, cookie } },
    react: { program: react },
    serve: { program: serve, headers: { ...BROWSER, host: `aurora.localhost:${serve.port}`, cookie } },
  });
  const detail = Object.entries(figures)
    .map(([name, { cpuMicros }]) => `${name} ${Math.round(cpuMicros)} µs`)
    .join("; ");
  return [
    {
      what: "signed-in catalogue, CPU against React alone",
      value: figures.shop.cpuMicros / figures.react.cpuMicros,
      unit: "×",
      goal: 0.6,
      detail,
    },
    {
      what: "signed-in catalogue, CPU of react-router-serve against it",
      value: figures.serve.cpuMicros / figures.shop.cpuMicros,
      unit: "×",
      goal: 4,
      isAtLeast: true,
    },
  ];
}
