import { Unreachable } from "../../base/unreachable.ts";
import type { SupplierFinding, SupplyOrder, SupplyView, VoucherSupplier } from "../../ports/voucher-supplier.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { readAnswer, refused, tryToRead, UNKNOWN } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { signHttpCall } from "./http-signature.ts";
import { ErrorAnswer, FloatAnswer, OrderAnswer, ProductsAnswer } from "./http-wire.ts";

/** A supplier behind our own contract (docs/suppliers/http.md). */
export function createHttpSupplier({ name, settings, secrets, clock }: SupplierOptions<"http">): VoucherSupplier {
  const send = (method: "GET" | "POST", path: string, json?: object): Promise<RemoteAnswer> => {
    const url = `${settings.url}${path}`;
    const { pathname, search } = new URL(url);
    const body = json === undefined ? "" : JSON.stringify(json);
    const at = Math.floor(clock.now() / 1_000);
    const signature = signHttpCall(secrets.read("SECRET")[0]!, { method, path: `${pathname}${search}`, body, at });
    const headers = {
      accept: "application/json",
      "x-awning-key-id": secrets.read("KEY_ID")[0]!,
      "x-awning-signature": signature,
      ...(json !== undefined && { "content-type": "application/json" }),
    };
    return callRemote({ name, method, url, headers, ...(json !== undefined && { body }) });
  };

  const failure = ({ status }: RemoteAnswer) => new Unreachable(`${name} answered ${status}`);

  function readOrder({ ref }: SupplyOrder, answer: RemoteAnswer): SupplyView {
    const order = readAnswer(name, OrderAnswer, answer);
    if (order.ref !== ref) throw new Unreachable(`${name} answered another order's ref`);
    const { state, order_id: supplierRef, cards, reason, cost } = order;
    return { state, supplierRef, cards, reason: reason ?? null, cost: cost ?? null };
  }

  return {
    kind: "http",
    mostCards: 50,

    async place(order) {
      const { ref, sku, faceValue, quantity } = order;
      const answer = await send("POST", "/orders", { ref, sku, face_value: faceValue, quantity });
      if (answer.status >= 200 && answer.status < 300) return readOrder(order, answer);
      // Only a 422 in the form of the contract proves that nothing was bought.
      const error = answer.status === 422 ? tryToRead(ErrorAnswer, answer.text)?.error : undefined;
      if (error === undefined) throw failure(answer);
      const reason = (["out_of_stock", "not_sold", "float_low"] as const).find((known) => known === error);
      return refused(reason ?? "rejected");
    },

    async find(order) {
      const answer = await send("GET", `/orders/${order.ref}`);
      if (answer.status === 200) return readOrder(order, answer);
      if (answer.status === 404 && tryToRead(ErrorAnswer, answer.text)?.error === "unknown_order") return UNKNOWN;
      throw failure(answer);
    },

    async listProducts(cursor) {
      const answer = await send("GET", `/products${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`);
      if (answer.status !== 200) throw failure(answer);
      return readAnswer(name, ProductsAnswer, answer);
    },

    async readFloat() {
      const answer = await send("GET", "/float");
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw failure(answer);
      return readAnswer(name, FloatAnswer, answer).balance;
    },

    async check(): Promise<SupplierFinding[]> {
      const answer = await send("GET", "/float");
      if (answer.status === 401 || answer.status === 403)
        return [{ level: "error", text: `${name} refuses the key or the signature (${answer.status})` }];
      if (answer.status !== 200 && answer.status !== 404) throw failure(answer);
      return [{ level: "ok", text: `${name} accepts the key` }];
    },
  };
}
