import { data, href } from "react-router";
import { z } from "zod";

import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/job";
import { awaitCheck } from "./await-check.server.ts";
import { Cards, Changes } from "./changes.tsx";
import { Differences } from "./differences.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobDetails } from "./job-details.tsx";
import { isUnderWay, wordsFor } from "./labels.ts";
import { refreshWhile } from "./refresh.server.ts";
import { RefusedRows } from "./refused-rows.tsx";
import { ShownJobSchema } from "./responses.ts";
import { Result } from "./result.tsx";
import { UndoForm, UndoLinks } from "./undo-form.tsx";

type Params = Route.LoaderArgs["params"];
const pathOf = ({ brand, job }: Params) => `brands/${brand}/jobs/${encodeURIComponent(job)}`;

/** The preview of a few rows is there at once. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const found = valueOf(await api.get(pathOf(params), ShownJobSchema), url);
  const isNew = found.bulk?.is_check === true && isUnderWay(found.job) && Date.now() < found.job.created_at + NEW_MS;
  const shown = isNew ? ((await awaitCheck(api, pathOf(params), request.signal)) ?? found) : found;
  const brand = brandIn(context.get(meContext), params.brand);
  return data({ brand, shown }, { headers: refreshWhile([shown.job], url) });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

const NEW_MS = 5_000;
const ACTIONS = ["apply", "cancel", "undo", "withdraw"];
const isUndo = (act: string) => act === "undo" || act === "withdraw";

/** Applies the checked rows or undoes the import, and redirects to the new job; or stops this job. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { act, ...fields } = readForm(await request.formData());
  if (act === undefined || !ACTIONS.includes(act)) throw data(null, 400);
  const schema = z.object({ job: z.string().default(params.job), kind: z.string().default("") });
  const answer = await context.get(staffApiContext).post(`${pathOf(params)}/${act}`, schema, fields);
  if (!answer.ok) return data({ act, problem: explain(answer.error), reason: fields.reason }, 400);
  const text = act === "cancel" ? "The job stops." : wordsFor(answer.value).applied;
  return sayDone(context, text, href("/brands/:brand/jobs/:job", { brand: params.brand, job: answer.value.job }));
}

export default function JobPage({ loaderData: { brand, shown }, actionData }: Route.ComponentProps) {
  const { job } = shown;
  const { label, problem } = job;
  return (
    <>
      <PageTitle title={label} brand={brand.name} />
      {actionData && !isUndo(actionData.act) && <Refusal {...actionData.problem} />}
      {problem !== null && <Alert>{problem}</Alert>}
      <JobDetails shown={shown} />
      <Result shown={shown} brand={brand.id} refused={actionData} />
      {shown.may_act && <JobActions shown={shown} />}
      <UndoLinks shown={shown} brand={brand.id} />
      {shown.may_act && shown.undo !== null && shown.undo.count > 0 && (
        <UndoForm
          job={job}
          undo={shown.undo}
          {...(actionData && isUndo(actionData.act) && { problem: actionData.problem, reason: actionData.reason })}
        />
      )}
      <Changes shown={shown} brand={brand.id} />
      <Cards shown={shown} brand={brand.id} />
      {job.kind === "suppliers.check" && <Differences shown={shown} brand={brand.id} />}
      <RefusedRows shown={shown} brand={brand.id} />
    </>
  );
}
