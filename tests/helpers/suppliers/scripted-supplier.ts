import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { signHttpCall } from "../../../api/suppliers/http/http-signature.ts";

export const KEY_ID = "maple-1";
export const SECRET = "secret-of-the-tests";

type Placed = { ref: string; sku: string; face_value: number; quantity: number };
export type WireCard = { card_number: string; pin?: string; claim_url?: string; expires?: string };
type Outcome = { state: "working" | "complete" | "refused"; cards?: WireCard[]; reason?: string; cost?: number };

/**
 * A supplier that speaks our contract over HTTP. `decide` returns the outcome of a new order; a repeated one is the same
 * order. The next calls use up `faults`: "cut" books the order and ends the connection, "hang" books it and never
 * answers.
 */
export async function startScriptedSupplier() {
  const booked = new Map<string, Placed & Outcome>();
  const calls: string[] = [];
  let issued = 0;
  const cards = (count: number): WireCard[] =>
    Array.from({ length: count }, () => ({
      card_number: String(issued++).padStart(16, "0"),
      pin: String(issued).padStart(6, "0"),
      expires: "2027-03-31",
    }));
  const script = {
    calls,
    booked,
    cards,
    balance: 10_000_000 as number | null,
    products: [] as object[],
    /** Products on one page of the catalogue. */
    pageSize: 1_000,
    /** The last page of the catalogue leads to the first. */
    isCircle: false,
    faults: [] as ("cut" | "cut before" | "hang" | "wrong shape" | number)[],
    decide: (order: Placed): Outcome => ({ state: "complete", cards: cards(order.quantity) }),
    /** The orders of this SKU, in the order in which they were placed. */
    of: (sku: string) => [...booked.values()].filter((order) => order.sku === sku),
    url: "",
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };

  const isSigned = ({ method, url, headers }: IncomingMessage, body: string) => {
    const signature = String(headers["x-awning-signature"]);
    const at = Number(/^t=(\d+),/.exec(signature)?.[1]);
    const expected = signHttpCall(SECRET, { method: method!, path: url!, body, at });
    return headers["x-awning-key-id"] === KEY_ID && signature === expected;
  };

  function answer(res: ServerResponse, status: number, json: object) {
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }

  /** A cursor is the position of a page's first product. */
  function listPage(path: string) {
    const from = Number(new URL(path, "http://localhost").searchParams.get("cursor") ?? 0);
    const end = from + script.pageSize;
    const next = end < script.products.length ? String(end) : script.isCircle ? "0" : null;
    return { products: script.products.slice(from, end), next };
  }

  function handle(req: IncomingMessage, res: ServerResponse, body: string) {
    const path = req.url!.replace("/v1", "");
    calls.push(`${req.method} ${path}`);
    const fault = script.faults.shift();
    if (fault === "cut before") return req.socket.destroy();
    if (typeof fault === "number") return answer(res, fault, {});
    if (!isSigned(req, body)) return answer(res, 401, { error: "bad_signature" });
    if (req.method === "POST" && path === "/orders") {
      const order = JSON.parse(body) as Placed;
      const known = booked.get(order.ref) ?? { ...order, ...script.decide(order) };
      if (known.state === "refused") return answer(res, 422, { error: known.reason ?? "rejected" });
      booked.set(order.ref, known);
      if (fault === "cut") return req.socket.destroy();
      if (fault === "hang") return;
      return answer(res, 201, fault === "wrong shape" ? { unexpected: [] } : known);
    }
    if (path.startsWith("/orders/")) {
      const known = booked.get(path.slice("/orders/".length));
      return known ? answer(res, 200, known) : answer(res, 404, { error: "unknown_order" });
    }
    if (path.startsWith("/products")) return answer(res, 200, listPage(path));
    if (path === "/float" && script.balance !== null) return answer(res, 200, { balance: script.balance });
    return answer(res, 404, { error: "not_found" });
  }

  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (text: string) => (body += text));
    req.on("end", () => void handle(req, res, body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  script.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return script;
}

export type ScriptedSupplier = Awaited<ReturnType<typeof startScriptedSupplier>>;
