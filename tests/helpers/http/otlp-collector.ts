import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  /** "" for the first span of a trace. */
  parentId: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  /** In milliseconds. */
  took: number;
  isFailed: boolean;
  attributes: Record<string, string | number>;
};

/** `hang`: never answers. Otherwise the status of each answer. */
type Manner = number | "hang";

/** A collector of traces on loopback that reads OTLP over HTTP in its binary form and keeps every span. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  /** All received data as text, to search it for forbidden values. */
  received = "";
  requests = 0;
  manner: Manner;
  readonly #server = createServer(async (req, res) => {
    this.requests++;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (this.manner === "hang") return;
    if (req.url !== "/v1/traces" || req.headers["content-type"] !== "application/x-protobuf") this.manner = 415;
    if (this.manner !== 200) return void res.writeHead(this.manner).end();
    const body = Buffer.concat(chunks);
    this.received += body.toString("latin1");
    this.spans.push(...readExport(body));
    // An ExportTraceServiceResponse without a partial success is empty.
    res.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });

  constructor(manner: Manner = 200) {
    this.manner = manner;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose]() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

// The numbers of the fields are those of github.com/open-telemetry/opentelemetry-proto, trace/v1/trace.proto.
function readExport(body: Buffer): CollectedSpan[] {
  return readMessage(body, 1).flatMap((resourceSpans) => {
    const resource = readAttributes(readMessage(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1);
    const spans = readMessage(resourceSpans, 2).flatMap((scopeSpans) => readMessage(scopeSpans, 2));
    return spans.map((span) => {
      const fields = readFields(span);
      const first = (field: number) => fields.find((one) => one.field === field)?.value;
      const bytes = (field: number) => (first(field) as Buffer | undefined) ?? Buffer.alloc(0);
      const nanos = (field: number) => bytes(field).readBigUInt64LE();
      return {
        service: String(resource["service.name"]),
        traceId: bytes(1).toString("hex"),
        spanId: bytes(2).toString("hex"),
        parentId: bytes(4).toString("hex"),
        name: bytes(5).toString(),
        kind: Number(first(6)),
        took: Number(nanos(8) - nanos(7)) / 1e6,
        isFailed: readFields(bytes(15)).some(({ field, value }) => field === 3 && value === 2n),
        attributes: readAttributes(span, 9),
      };
    });
  });
}

/** KeyValue: key 1, value 2. AnyValue: text 1, integer 3. */
function readAttributes(message: Buffer, at: number): Record<string, string | number> {
  return Object.fromEntries(
    readMessage(message, at).map((pair) => {
      const [key, value] = [readMessage(pair, 1)[0]!.toString(), readFields(readMessage(pair, 2)[0]!)[0]!];
      return [key, typeof value.value === "bigint" ? Number(value.value) : value.value.toString()];
    }),
  );
}

const readMessage = (message: Buffer, field: number) =>
  readFields(message).flatMap((one) => (one.field === field && typeof one.value !== "bigint" ? [one.value] : []));

/** The wire format of https://protobuf.dev/programming-guides/encoding/: a number, or the bytes of everything else. */
function readFields(message: Buffer): { field: number; value: bigint | Buffer }[] {
  const fields: { field: number; value: bigint | Buffer }[] = [];
  let at = 0;
  function readVarint() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
  const take = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(readVarint());
    const type = tag & 7;
    if (![0, 1, 2, 5].includes(type)) throw new Error(`wire type ${type} at ${at}`);
    const value = type === 0 ? readVarint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(readVarint()));
    fields.push({ field: tag >> 3, value });
  }
  return fields;
}
