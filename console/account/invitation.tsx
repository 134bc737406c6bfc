import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { sessionContext } from "#app/request/context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { qrPath } from "#app/ui/qr/qr-path.ts";

import { staffApiContext } from "../base/context.server.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/invitation";
import { JoinForm } from "./join-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SignedInSchema, signInWith } from "./signed-in.server.ts";

export const handle = { isSecret: true } satisfies RouteHandle;

const InvitationSchema = z.object({
  email: z.string(),
  role: z.string(),
  brand: z.string(),
  isReset: z.boolean(),
  secret: z.string(),
  uri: z.string(),
});

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(pathOf(params), InvitationSchema);
  // The action has just used up the invitation and signed its member in.
  if (!answer.ok && context.get(sessionContext).isSignedIn) return null;
  const { uri, ...invitation } = valueOf(answer, url);
  return { ...invitation, qr: qrPath(uri) };
}

/** The recovery codes are in the answer itself: nothing stores them. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = { name: String(form.get("name") ?? ""), code: String(form.get("code") ?? "") };
  const answer = await context
    .get(staffApiContext)
    .post(pathOf(params), SignedInSchema.extend({ recovery_codes: z.array(z.string()) }), {
      ...typed,
      password: String(form.get("password") ?? ""),
    });
  if (!answer.ok) return data({ typed, problem: explain(answer.error), codes: null }, 400);
  signInWith(context.get(sessionContext), answer.value);
  // A member of other brands keeps the app and its recovery codes.
  if (answer.value.recovery_codes.length === 0) throw redirectDocument(href("/"), 303);
  return { typed, problem: null, codes: answer.value.recovery_codes };
}

const pathOf = ({ token }: { token: string }) => `invitations/${encodeURIComponent(token)}`;

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.codes) return <Welcome codes={actionData.codes} />;
  if (!loaderData) return <Used />;
  return <JoinForm invitation={loaderData} refused={actionData} />;
}

function Welcome({ codes }: { codes: string[] }) {
  return (
    <main id="main" className="console-door">
      <PageTitle title="Keep your recovery codes" />
      <RecoveryCodes codes={codes} />
      <ButtonLink href={href("/")} isWide>
        I have kept them
      </ButtonLink>
    </main>
  );
}

const Used = () => (
  <main id="main" className="console-door">
    <PageTitle title="This link does not work any more" />
    <p>You are signed in, and the link was used or has expired.</p>
    <ButtonLink href={href("/")} isWide>
      Go to the start
    </ButtonLink>
  </main>
);
