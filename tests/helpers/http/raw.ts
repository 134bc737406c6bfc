import { connect } from "node:net";

import { PATIENCE_MS } from "../waiting/patience.ts";

/** Sends raw bytes and returns the whole answer: for requests that no HTTP client would write. */
export function sendRaw(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.setEncoding("utf8").setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("data", (text) => (answer += text));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
