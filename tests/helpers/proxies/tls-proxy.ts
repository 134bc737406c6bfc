import { createSign, generateKeyPairSync } from "node:crypto";
import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";

import { LocalServer } from "../http/local-server.ts";

/** In PEM. */
type Certificate = { key: string | Buffer; cert: string };

/**
 * The proxy in front of a deployed shop: it ends TLS, by default with a self-made certificate that nobody trusts, passes the
 * Host header on as it came, and describes the client with `headers`. It listens before `target` (the
 * shop's port) exists, since a brand's origin contains the proxy's port.
 */
export class TlsProxy extends LocalServer {
  target = 0;
  headers: Record<string, string> = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
  protected override readonly server;

  constructor(certificate: Certificate = createCertificate()) {
    super();
    this.server = createServer(certificate, (req, res) => this.#pass(req, res));
  }

  /** The port on this machine that gets a request, and the headers that it gets. */
  protected route({ headers }: IncomingMessage): { port: number; headers: OutgoingHttpHeaders } {
    return { port: this.target, headers: { ...headers, ...this.headers } };
  }

  protected override endConnections() {
    this.server.closeAllConnections();
  }

  #pass(req: IncomingMessage, res: ServerResponse) {
    const { method, url: path } = req;
    const onward = request({
      host: "127.0.0.1",
      method,
      path,
      ...this.route(req),
      // A kept connection may end just as it is used again, and a browser gives up after some of these.
      agent: false,
    });
    onward.on("response", (answer) => {
      res.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    req.pipe(onward);
  }
}

/** A self-signed certificate (X.509 version 1, P-256) for a hundred years, written in DER by hand. */
function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, oid("2a8648ce3d040302"));
  const name = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from("tests only")))));
  const validity = der(0x30, der(0x18, Buffer.from("20200101000000Z")), der(0x18, Buffer.from("21200101000000Z")));
  const serial = der(0x02, Buffer.from([1]));
  const toSign = der(
    0x30,
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(toSign).sign(privateKey);
  const certificate = der(0x30, toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
