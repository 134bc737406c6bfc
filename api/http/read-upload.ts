import express, { type Request, type Response } from "express";

import { ApiError } from "../base/error.ts";
import { MOST_BYTES } from "../limits/file-sizes.ts";

const readRaw = express.raw({ type: "application/octet-stream", limit: MOST_BYTES.picture });

/** The body, read only for members who may upload. @throws ApiError 400 without one; 413 */
export const readUpload = (req: Request, res: Response) =>
  new Promise<Buffer>((resolve, reject) => {
    readRaw(req, res, (error?: unknown) => {
      if (error instanceof Error) return reject(error);
      if (!Buffer.isBuffer(req.body)) return reject(new ApiError(400, "Choose a file.", { picture: "Choose a file." }));
      resolve(req.body);
    });
  });
