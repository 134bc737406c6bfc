import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/**
 * Imitates the visible effects of a pooler such as PgBouncer: it refuses settings at the start of a connection and sends
 * each client another process id. It passes everything else on.
 */
export async function startPooler(target: URL) {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    client.once("data", (start: Buffer) => {
      const refused = /(statement_timeout|idle_in_transaction_session_timeout|options)\0/.exec(
        start.toString("latin1"),
      );
      if (refused) return client.end(fatal(`unsupported startup parameter: ${refused[1]}`));
      upstream.write(start);
      client.pipe(upstream);
    });
    upstream.on("data", (bytes) => {
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])); // BackendKeyData
      if (at >= 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 1, at + 5);
      client.write(bytes);
    });
    upstream.on("close", () => client.destroy()).on("error", () => client.destroy());
    client.on("close", () => upstream.destroy()).on("error", () => upstream.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = Object.assign(new URL(target), { hostname: "127.0.0.1" });
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

/** ErrorResponse, PostgreSQL's protocol 3.0. */
function fatal(message: string) {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
