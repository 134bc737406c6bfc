import type { ServerResponse } from "node:http";
import { stripVTControlCharacters } from "node:util";

import type { ErrorPayload } from "vite";

import { NOT_KEPT } from "../http/cache-control.server.ts";
import { DEVELOPMENT_SCRIPTS } from "./scripts.ts";

/** An error with Vite's additions: the file, and the lines around the fault. */
type SourceError = Error & { id?: string; frame?: string; plugin?: string; loc?: ErrorPayload["err"]["loc"] };

/** The error as Vite's client shows it over an open page. */
export function toOverlay({ message, stack = "", id, frame, plugin, loc }: SourceError): ErrorPayload {
  const [text, trace] = [message, stack].map(stripVTControlCharacters) as [string, string];
  return {
    type: "error",
    err: { message: text, stack: trace, id, frame: frame && stripVTControlCharacters(frame), plugin, loc },
  };
}

/** Answers with the error, on a page that reloads after the save that fixes it. */
export function sendErrorPage(res: ServerResponse, error: SourceError) {
  const { message, stack, id, frame } = toOverlay(error).err;
  const scripts = DEVELOPMENT_SCRIPTS.map((src) => `<script type="module" src="${src}"></script>`).join("");
  const parts = [id, message, frame, stack.replace(message, "")].filter(Boolean).map((part) => escapeHtml(part!));
  res.writeHead(500, { "Content-Type": "text/html; charset=utf-8", ...NOT_KEPT });
  res.end(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error in the source</title>${scripts}</head>` +
      `<body><h1>The source has an error</h1><pre style="white-space: pre-wrap">${parts.join("\n\n")}</pre>` +
      "<p>This page loads again when the error is mended.</p></body></html>",
  );
}

const escapeHtml = (text: string) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
