import type { Duplex } from "node:stream";

type RequestError = Error & { code?: string };

const TOO_LARGE = "HPE_HEADER_OVERFLOW";
const TOO_SLOW = "ERR_HTTP_REQUEST_TIMEOUT";

/** Answers a request that Node.js cannot read. Node's own answers have no text. */
export function answerUnreadable({ code }: RequestError, socket: Duplex) {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  if (code === TOO_LARGE)
    return answer(
      socket,
      "431 Request Header Fields Too Large",
      "Your browser sends too many cookies, or too long an address. Delete the cookies of this shop and try again.",
    );
  if (code === TOO_SLOW) return answer(socket, "408 Request Timeout", "The request took too long. Please try again.");
  answer(socket, "400 Bad Request", "The request cannot be read.");
}

const answer = (socket: Duplex, status: string, text: string) =>
  void socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
