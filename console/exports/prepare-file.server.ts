import { data, href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";

/** Starts the job that writes a filtered list, and redirects to its page. @param path of the list, below /_staff */
export async function prepareFile(
  context: Readonly<RouterContextProvider>,
  request: Request,
  list: { brand: string; path: string; query: URLSearchParams },
) {
  const { brand, path, query } = list;
  const { code = "" } = readForm(await request.formData());
  const schema = z.object({ job: z.string() });
  const answer = await context.get(staffApiContext).post(`${path}/export`, schema, { code }, { query });
  if (!answer.ok) return data(explain(answer.error), 400);
  const { job } = answer.value;
  return sayDone(context, "The file is being prepared.", href("/brands/:brand/jobs/:job", { brand, job }));
}
