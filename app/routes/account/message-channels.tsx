import type { ReactNode } from "react";
import { href } from "react-router";

import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type Channel = { channel: "whatsapp" | "sms"; isOn: boolean; isStopped: boolean };
type MessageChannelsProps = { phone: string; of: { channels: Channel[]; problem: string | null } };

/** Which messages about orders the confirmed phone gets, and the shopper's choice. */
export function MessageChannels({ phone, of: { channels, problem } }: MessageChannelsProps) {
  if (channels.length === 0 && problem === null) return null;
  const hasWhatsApp = channels.some(({ channel, isOn }) => channel === "whatsapp" && isOn);
  return (
    <section className="panel" id="messages" aria-labelledby="messages-title">
      <h2 id="messages-title">{rich("account.messages")}</h2>
      {problem && <NotLoaded>{problem}</NotLoaded>}
      {channels.some(({ isStopped }) => isStopped) && <p>{rich("account.messagesStopped")}</p>}
      {channels.map((each) => (
        <form key={each.channel} method="post" action={href("/edit-profile")}>
          <p>{stateOf(each, `+91 ${phone}`, hasWhatsApp)}</p>
          <input type="hidden" name="channel" value={each.channel} />
          <Button look="outline" name="messages" value={each.isOn ? "off" : "on"} busyLabel={t("account.updating")}>
            {wishOf(each)}
          </Button>
        </form>
      ))}
      <p className="muted small">{rich("account.messagesCodes")}</p>
    </section>
  );
}

function stateOf({ channel, isOn }: Channel, phone: string, hasWhatsApp: boolean): ReactNode {
  if (channel === "whatsapp") return isOn ? rich("account.whatsAppOn", { phone }) : rich("account.whatsAppOff");
  return isOn ? rich("account.smsOn", { phone, also: hasWhatsApp ? "yes" : "no" }) : rich("account.smsOff");
}

function wishOf({ channel, isOn }: Channel): ReactNode {
  if (channel === "whatsapp") return isOn ? rich("account.whatsAppStop") : rich("account.whatsAppConsent");
  return isOn ? rich("account.smsStop") : rich("account.smsConsent");
}
