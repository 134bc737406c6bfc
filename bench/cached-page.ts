import { compare } from "./load.ts";
import { Program } from "./program.ts";
import { startShop } from "./shop.ts";
import type { Row } from "./table.ts";

/** The home page as an anonymous visitor gets it, against bare servers that send the same bytes and headers. */
export async function cachedPage(): Promise<Row[]> {
  await using shop = await startShop();
  await using logging = await startShop({ LOG_LEVEL: "info" });
  const HOST_HEADER = shop.host;
  const rows: Row[] = [];
  for (const ENCODING of ["identity", "gzip"]) {
    const env = { ORIGIN: shop.program.origin, HOST_HEADER, ENCODING };
    await using node = await Program.start(["bench/peers/static.ts"], { env });
    await using express = await Program.start(["bench/peers/static.ts"], { env: { ...env, WITH: "express" } });
    await using nodeLogging = await Program.start(["bench/peers/static.ts"], { env: { ...env, LOG_LEVEL: "info" } });
    const headers = { host: HOST_HEADER, "accept-encoding": ENCODING };
    const figures = await compare({
      shop: { program: shop.program, headers },
      node: { program: node, headers },
      express: { program: express, headers },
      logging: { program: logging.program, headers: { ...headers, host: logging.host } },
      nodeLogging: { program: nodeLogging, headers },
    });
    const detail = Object.entries(figures)
      .map(([name, { cpuMicros, perSecond }]) => `${name} ${cpuMicros.toFixed(1)} µs, ${Math.round(perSecond)}/s`)
      .join("; ");
    const against = (peer: "node" | "express") => figures[peer].cpuMicros / figures.shop.cpuMicros;
    const logged = figures.nodeLogging.cpuMicros / figures.logging.cpuMicros;
    rows.push(
      {
        what: `cached page against node:http, ${ENCODING}`,
        value: against("node"),
        unit: "×",
        goal: 0.92,
        isAtLeast: true,
        detail,
      },
      {
        what: `cached page against Express, ${ENCODING}`,
        value: against("express"),
        unit: "×",
        goal: 1.1,
        isAtLeast: true,
      },
      {
        what: `cached page against node:http, each with its log line, ${ENCODING}`,
        value: logged,
        unit: "×",
        goal: 0.85,
        isAtLeast: true,
      },
    );
  }
  return rows;
}
