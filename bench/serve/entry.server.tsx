// As in the framework's own template.
import { PassThrough } from "node:stream";

import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type HandleDocumentRequestFunction, ServerRouter } from "react-router";

const handleRequest: HandleDocumentRequestFunction = (request, status, headers, routerContext) =>
  new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
    });
    setTimeout(abort, 6_000);
  });

export default handleRequest;
