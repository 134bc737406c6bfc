import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callRemote } from "../../../../api/remote/call-remote.ts";

const silent = createServer(() => {});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  ({ port } = silent.address() as AddressInfo);
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const ask = (url: string, timeoutMs = 5_000) => callRemote({ name: "Razorpay", method: "GET", url, timeoutMs });

// Members of the console read these texts; the operator may have set the addresses.
test.each([
  ["http://gateway.invalid/v1", /^Razorpay cannot be reached: (ENOTFOUND|EAI_AGAIN)$/],
  ["http://127.0.0.1:1/v1", /^Razorpay cannot be reached: ECONNREFUSED$/],
  ["no address", /^Razorpay cannot be reached: ERR_INVALID_URL$/],
])("the reason that %s was not reached contains no address", async (url, text) => {
  await expect(ask(url)).rejects.toThrow(text);
});

test("a server that does not answer is named as such", async () => {
  const asked = ask(`http://127.0.0.1:${port}/v1`, 100);
  await expect(asked).rejects.toThrow(/^Razorpay cannot be reached: no answer in time$/);
});
