import AtSign from "lucide/dist/esm/icons/at-sign.mjs";
import Briefcase from "lucide/dist/esm/icons/briefcase.mjs";
import Camera from "lucide/dist/esm/icons/camera.mjs";
import Link from "lucide/dist/esm/icons/link.mjs";
import MessageCircle from "lucide/dist/esm/icons/message-circle.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";
import ThumbsUp from "lucide/dist/esm/icons/thumbs-up.mjs";

import { rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Neutral icons: the networks own their logos. */
const MARKS: Record<string, typeof Link> = {
  facebook: ThumbsUp,
  instagram: Camera,
  linkedin: Briefcase,
  twitter: AtSign,
  whatsapp: MessageCircle,
  x: AtSign,
  youtube: Play,
};

const NAMES: Record<string, string> = { linkedin: "LinkedIn", whatsapp: "WhatsApp", youtube: "YouTube", x: "X" };

/** `social` maps a network's name to a URL. */
export function SocialLinks({ social, organization }: { social: Record<string, string>; organization: string }) {
  const entries = Object.entries(social);
  if (entries.length === 0) return null;
  return (
    <ul className="social">
      {entries.map(([network, url]) => {
        const name = NAMES[network] ?? network.charAt(0).toUpperCase() + network.slice(1);
        return (
          <li key={network}>
            <a href={url} rel="noopener noreferrer" target="_blank">
              <Icon of={MARKS[network] ?? Link} size={16} />
              <span>
                {rich("frame.social", {
                  sr: (parts) => <span className="sr">{parts}</span>,
                  organization,
                  network: name,
                })}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
