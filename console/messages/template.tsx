import { data, href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/template";
import { channelName, kindLabel, languageName } from "./labels.ts";
import { MessageSetupSchema } from "./message-responses.ts";
import { setTemplate } from "./set-messages.server.ts";
import { TemplateForm } from "./template-form.tsx";

/** The template at the query's `kind`, `channel` and `language`; a new one if there is none. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "payments.edit");
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/brand/messages`, MessageSetupSchema);
  const setup = valueOf(answer, url);
  const asked = Object.fromEntries(url.searchParams);
  const kind = setup.kinds.find((one) => one.kind === asked.kind);
  const channel = setup.channels.find((one) => one.channel === asked.channel);
  const template = setup.templates.find(
    (one) => one.kind === asked.kind && one.channel === asked.channel && one.language === asked.language,
  );
  const language = template?.language ?? setup.languages.find((code) => code === asked.language);
  if (setup.read_only !== null || kind === undefined || channel === undefined || language === undefined)
    throw data(null, 404);
  return { brand, seen: setup.seen, kind, channel, language, template };
}

export const action = ({ request, context, params }: Route.ActionArgs) => setTemplate(request, context, params.brand);

export default function TemplatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, kind, channel, language } = loaderData;
  return (
    <>
      <PageTitle title={`Template: ${kindLabel(kind.kind)}`} brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand/messages", { brand: brand.id })}>Messages</a>
      </p>
      <p>
        By {channelName(channel.channel)} in {languageName(language)}. The provider has to approve the template first;
        its text is not written here.
      </p>
      <TemplateForm {...loaderData} actionData={actionData} />
    </>
  );
}
