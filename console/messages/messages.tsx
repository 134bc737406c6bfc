import { data, href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandWith } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { ReadOnly } from "../brand/read-only.tsx";
import { SecretList } from "../setup/secret-list.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/messages";
import { ChannelTable, Receipts } from "./channel-table.tsx";
import { Failures, Newest, Today } from "./delivery-tables.tsx";
import { FindingList } from "./finding-list.tsx";
import { MessageSetupSchema, TestedSchema } from "./message-responses.ts";
import { TemplateTable } from "./template-table.tsx";
import { TestForm, TestOutcome } from "./test-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "brand.read");
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/brand/messages`, MessageSetupSchema);
  return { brand, setup: valueOf(answer, url) };
}

/** Long, because the call includes one to a provider. */
const DEADLINE_MS = 60_000;

/** Sends a test message. Its page shows the outcome; loading it again would send another one. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { code, ...typed } = readForm(await request.formData());
  const path = `brands/${params.brand}/brand/messages/test`;
  const body = { ...typed, ...(code && { code }) };
  const answer = await context.get(staffApiContext).post(path, TestedSchema, body, { deadlineMs: DEADLINE_MS });
  if (!answer.ok) return data({ typed, tested: null, problem: explain(answer.error) }, 400);
  return data({ typed, tested: answer.value, problem: null }, 200);
}

export default function Messages({ loaderData: { brand, setup }, actionData }: Route.ComponentProps) {
  const canEdit = setup.read_only === null && brand.permissions.includes("payments.edit");
  const mayTest = brand.permissions.includes("brand.edit");
  const secrets = setup.channels.flatMap((channel) => channel.secrets);
  return (
    <>
      <PageTitle title="Messages" brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
      </p>
      <p className="muted">
        Messages to phones by WhatsApp and SMS. E-mail is sent in any case. A message holds a link, and never a code of
        a card.
      </p>
      {actionData?.tested && <TestOutcome tested={actionData.tested} />}
      {setup.read_only !== null && <ReadOnly reason={setup.read_only} brand={brand} />}
      <h2>Channels</h2>
      <ChannelTable setup={setup} brand={brand.id} />
      {secrets.length > 0 && (
        <>
          <h3>Secrets</h3>
          <SecretList secrets={secrets} />
        </>
      )}
      <Receipts channels={setup.channels} />
      <FindingList findings={setup.findings} />
      <h2>Templates</h2>
      <TemplateTable setup={setup} brand={brand.id} canEdit={canEdit} />
      {mayTest && <TestForm setup={setup} actionData={actionData} />}
      <Today today={setup.today} />
      <Failures failures={setup.failures} />
      <Newest messages={setup.messages} />
    </>
  );
}
