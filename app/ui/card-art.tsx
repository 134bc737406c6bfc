import Gift from "lucide-react/icons/gift";

type CardArtProps = { imageUrl: string | null; alt: string; isEager?: boolean; className?: string };

/** A gift card's picture in its own proportions, or 'No Image Available' (spec, section 2). */
export function CardArt({ imageUrl, alt, isEager, className = "" }: CardArtProps) {
  return (
    <div className={`art ${className}`.trim()}>
      {imageUrl ? (
        <img
          src={imageUrl}
          alt={alt}
          width="428"
          height="270"
          loading={isEager ? undefined : "lazy"}
          decoding="async"
        />
      ) : (
        <p className="no-art">
          <Gift aria-hidden="true" /> No Image Available
        </p>
      )}
    </div>
  );
}
