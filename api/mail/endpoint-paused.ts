import { composeLetter } from "./letter/letter.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

/** Notifies the brand of an endpoint that has accepted no event for three days. */
export const endpointPausedMail: MailMaker<{ url: string; problem: string }> = async ({ tenant }, { contents }) => {
  const to = tenant.branding.email;
  if (to === undefined) return undefined;
  const { host } = new URL(contents.url);
  const compose = () =>
    composeLetter(tenant, {
      to,
      subject: `Events to ${host} are paused`,
      parts: [
        paragraph(
          `Your shop could not deliver its events to ${host}, and has stopped trying. The last problem was:\n${contents.problem}`,
        ),
        paragraph(
          "Events are kept for 30 days. Once the system is well, open Integrations in the console, resume the endpoint, " +
            "and send again what failed.",
        ),
      ],
      reason: "Sent because your shop has an endpoint for its events.",
    });
  return { reader: "staff", compose };
};
