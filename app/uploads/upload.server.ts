import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";

import { Busboy } from "@fastify/busboy";

import { MAX_UPLOAD_MB, MB } from "#app/base/constants.ts";

const MAX_BYTES = MAX_UPLOAD_MB * MB;
/** The fields beside a form's file take a few hundred bytes. */
const MAX_REST_BYTES = 16 * 1024;

/** A form with a file cannot be read; the message is for the page. */
export class UploadProblem extends Error {
  override name = "UploadProblem";
}

export type Upload = {
  /** The fields that come before the file. */
  fields: Record<string, string>;
  /** Null if no file was chosen. It must be read or resumed. */
  file: { name: string; bytes: Readable } | null;
};

/** Reads a form up to its file, which the caller reads as a stream. @throws UploadProblem */
export const readUpload = (req: IncomingMessage): Promise<Upload> =>
  new Promise((resolve, reject) => {
    if (Number(req.headers["content-length"] ?? 0) > MAX_BYTES + MAX_REST_BYTES)
      return reject(new UploadProblem(`The file is larger than ${MAX_UPLOAD_MB} MB.`));
    // One byte more than the API's limit, so that the API refuses a file that is too large.
    const limits = { files: 1, fileSize: MAX_BYTES + 1, fields: 10, fieldSize: 1_000, headerPairs: 20 };
    const form = new Busboy({ headers: { ...req.headers, "content-type": req.headers["content-type"]! }, limits });
    const fields: Record<string, string> = {};
    let bytes: Readable | undefined;
    form.on("field", (name, value) => void (fields[name] = value));
    form.on("file", (_field, stream, name) => {
      bytes = stream;
      // A file that fails while nobody reads it would end the process.
      stream.on("error", () => {});
      if (name !== "") return resolve({ fields, file: { name, bytes: stream } });
      stream.resume();
      resolve({ fields, file: null });
    });
    pipeline(req, form, (error) => {
      if (error) {
        bytes?.destroy(error);
        reject(new UploadProblem("The upload was cut off. Please try again."));
      } else resolve({ fields, file: null });
    });
  });
