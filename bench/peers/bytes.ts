// A minimal Node server. The path is the number of bytes of the answer: `/1200`.
import { createServer } from "node:http";

const longest = Buffer.alloc(2 ** 22, "a");

createServer((req, res) => {
  const length = Number(req.url!.slice(1));
  res.writeHead(200, { "content-type": "text/plain", "content-length": length }).end(longest.subarray(0, length));
}).listen(Number(process.env.PORT), "127.0.0.1");
