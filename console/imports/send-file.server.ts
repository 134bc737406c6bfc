import { Readable } from "node:stream";

import { data, href, redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { UPLOAD_MS } from "#app/base/constants.ts";
import { type CallError, fail, type Result } from "#app/commerce/result.ts";
import { UploadProblem } from "#app/uploads/upload.server.ts";

import { staffApiContext, uploadContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { awaitCheck, whyNothing } from "../jobs/await-check.server.ts";

const StartedSchema = z.object({ job: z.string() });
type Started = z.output<typeof StartedSchema>;

type Sent = { answer: Result<Started>; typed: Typed; isPasted: boolean };
type Form = { request: Request; context: Readonly<RouterContextProvider>; params: { brand: string } };

/**
 * Sends a form of ImportForms, and redirects to the job that checks it. If no pasted line can be imported, the lines are shown
 * again with the reasons. No address contains them: they may be codes.
 * @param path the call's path, below the brand
 * @param options names of the fields that are sent with the file
 */
export async function startImport(form: Form, path: string, options: string[] = []) {
  const { brand } = form.params;
  const { answer, typed, isPasted } = await sendFile(form, `brands/${brand}/${path}`, options);
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const { job } = answer.value;
  const api = form.context.get(staffApiContext);
  const check = isPasted ? await awaitCheck(api, `brands/${brand}/jobs/${job}`, form.request.signal) : null;
  const reason = check && whyNothing(check);
  if (reason !== null) return data({ typed, problem: { text: NOTHING, fields: { file: reason } } }, 400);
  return redirectDocument(href("/brands/:brand/jobs/:job", { brand, job }), 303);
}

/** Sends a chosen file, or the text in the field `text`, to the API, which stores it and starts a job. */
async function sendFile({ request, context }: Form, path: string, options: string[]): Promise<Sent> {
  const upload = await (context.get(uploadContext)?.() ?? readPasted(request)).catch((error: unknown) => {
    if (error instanceof UploadProblem) return error;
    throw error;
  });
  if (upload instanceof UploadProblem) return { answer: refuse(upload.message), typed: {}, isPasted: false };
  const { fields: typed, file } = upload;
  const isPasted = typed.text !== undefined;
  if (file === null) return { answer: refuse("Choose a file, or paste its lines."), typed, isPasted };
  const query = new URLSearchParams({ name: file.name.slice(0, 200) });
  for (const name of options) if (typed[name] !== undefined) query.set(name, typed[name]);
  // The signal aborts when the sender leaves.
  const more = { query, signal: request.signal, deadlineMs: UPLOAD_MS };
  const answer = await context.get(staffApiContext).post(path, StartedSchema, file.bytes, more);
  file.bytes.resume(); // the unread rest of a refused file
  return { answer, typed, isPasted };
}

async function readPasted(request: Request) {
  const fields = readForm(await request.formData());
  const { text = "" } = fields;
  return { fields, file: text.trim() === "" ? null : { name: "pasted", bytes: Readable.from([Buffer.from(text)]) } };
}

const NOTHING = "Nothing of these lines can be imported. They are still below.";

const refuse = (text: string): Result<Started> =>
  fail({
    kind: "status",
    status: 400,
    text,
    code: null,
    description: null,
    fields: { file: text },
  } satisfies CallError);
