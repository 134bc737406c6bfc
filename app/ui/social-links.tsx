import AtSign from "lucide-react/icons/at-sign";
import Briefcase from "lucide-react/icons/briefcase";
import Camera from "lucide-react/icons/camera";
import Link from "lucide-react/icons/link";
import MessageCircle from "lucide-react/icons/message-circle";
import Play from "lucide-react/icons/play";
import ThumbsUp from "lucide-react/icons/thumbs-up";

/** Neutral marks: the networks' own logos are theirs. */
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

/** The brand's social pages, `social` being name -> URL; nothing where there are none. */
export function SocialLinks({ social, organization }: { social: Record<string, string>; organization: string }) {
  const entries = Object.entries(social);
  if (entries.length === 0) return null;
  return (
    <ul className="social">
      {entries.map(([network, url]) => {
        const Mark = MARKS[network] ?? Link;
        const name = NAMES[network] ?? network.charAt(0).toUpperCase() + network.slice(1);
        return (
          <li key={network}>
            <a href={url} rel="noopener noreferrer" target="_blank" title={name}>
              <Mark aria-hidden="true" className="icon-20" />
              <span className="sr">
                {organization} on {name}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
