import { data, href, useLocation } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { ReadOnly } from "../brand/read-only.tsx";
import { SecretList } from "../setup/secret-list.tsx";
import { hrefWith } from "../table/list-url.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/channel";
import { PROVIDERS } from "./channel-fields.ts";
import { ChannelForm } from "./channel-form.tsx";
import { channelName, providerName } from "./labels.ts";
import { MessageSetupSchema } from "./message-responses.ts";
import { setChannel } from "./set-messages.server.ts";

/** The channel in the query's `channel`; `provider` chooses another form than that of the present one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "brand.read");
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/brand/messages`, MessageSetupSchema);
  const setup = valueOf(answer, url);
  const channel = setup.channels.find((one) => one.channel === url.searchParams.get("channel"));
  if (channel === undefined) throw data(null, 404);
  const offered = PROVIDERS[channel.channel];
  const asked = url.searchParams.get("provider") ?? "";
  const provider = offered.includes(asked) ? asked : (channel.provider ?? offered[0]!);
  return { brand, setup, channel, offered, provider };
}

export const action = ({ request, context, params }: Route.ActionArgs) => setChannel(request, context, params.brand);

export default function ChannelPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, setup, channel, offered, provider } = loaderData;
  const location = useLocation();
  const canEdit = setup.read_only === null && brand.permissions.includes("payments.edit");
  return (
    <>
      <PageTitle title={channelName(channel.channel)} brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand/messages", { brand: brand.id })}>Messages</a>
      </p>
      {setup.read_only !== null && <ReadOnly reason={setup.read_only} brand={brand} />}
      <nav className="page-links gateways" aria-label="Providers">
        {offered.map((one) => (
          <a
            key={one}
            href={hrefWith(location, { provider: one })}
            aria-current={one === provider ? "page" : undefined}
          >
            {providerName(one)}
          </a>
        ))}
      </nav>
      <h2>{providerName(provider)}</h2>
      {channel.provider === provider ? (
        <SecretList secrets={channel.secrets} />
      ) : (
        <p>
          Its secrets stay in the environment. <b>Try</b> names the variables that are missing.
        </p>
      )}
      <ChannelForm
        key={provider}
        provider={provider}
        channel={channel}
        setup={setup}
        canEdit={canEdit}
        actionData={actionData}
      />
    </>
  );
}
