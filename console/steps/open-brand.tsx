import { href } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import { canonicalOrigin, urlBeside } from "../../config/brand/origin.ts";
import { meContext, previewContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/open-brand";
import { listSteps, type Step, StepsSchema } from "./steps.ts";
import { withWayBack } from "./steps-link.ts";

export async function loader({ context, params: { brand: id }, url }: Route.LoaderArgs) {
  const state = valueOf(await context.get(staffApiContext).get(`brands/${id}/brand/steps`, StepsSchema), url);
  const preview = context.get(previewContext);
  const tenant = preview.findTenant(id);
  const origin = tenant === undefined ? null : urlBeside(canonicalOrigin(tenant), url).origin;
  const answers = tenant !== undefined && (await preview.isAnswering(tenant));
  const brand = brandIn(context.get(meContext), id);
  return { brand, hasDraft: state.has_draft, origin, steps: listSteps(id, state, { origin, answers }) };
}

export default function OpenBrand({ loaderData: { brand, hasDraft, origin, steps } }: Route.ComponentProps) {
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <PageTitle title={`Open ${brand.name}`} brand={brand.name} />
      {hasDraft && (
        <Alert tone="info">
          There is a draft that shoppers do not see yet, and no step counts it.{" "}
          <a href={withWayBack(href("/brands/:brand/brand", { brand: brand.id }))}>Publish the draft</a>
        </Alert>
      )}
      <p>
        {left === 0 ? "Everything is done." : `${left} of ${steps.length} steps ${left === 1 ? "is" : "are"} left.`} The
        ticks show what is really there. The page of each step has a link back to this list.
      </p>
      <ol className="opening-steps">
        {steps.map((step) => (
          <OpeningStep key={step.title} {...step} />
        ))}
      </ol>
      <p>
        {origin && <a href={origin}>Go to the shop</a>} <a href={href("/staff")}>Give others a role in this brand</a>
      </p>
    </>
  );
}

const OpeningStep = ({ title, about, isDone, to, link }: Step) => (
  <li className={isDone ? "done" : undefined}>
    <h2>
      {title} <span className="state">{isDone ? "Done" : "To do"}</span>
    </h2>
    <p>
      {about} {to !== null && <a href={to}>{link}</a>}
    </p>
  </li>
);
