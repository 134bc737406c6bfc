import type { BrandPicture } from "./read-pictures.server.ts";

type PresentPictureProps = BrandPicture & { label: string; size: [width: number, height: number] };

/** The current picture. */
export const PresentPicture = ({ label, size: [width, height], src, isOwn, isNew }: PresentPictureProps) => (
  <>
    {src !== null && (
      <img className="brand-picture" src={src} alt={`${label} of the shop`} width={width} height={height} />
    )}
    <p className="small muted">{!isOwn ? DRAWN[label] : isNew ? "In the draft." : "In the shop."}</p>
  </>
);

const DRAWN: Record<string, string> = {
  Logo: "None: the header shows the name of the shop.",
  Banner: "Drawn from the second colour.",
  Icon: "Drawn from the main colour.",
};
