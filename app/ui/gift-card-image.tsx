import Gift from "lucide/dist/esm/icons/gift.mjs";

import { rich } from "#app/texts/rich.ts";

import { Icon } from "./icon.tsx";
import { thumbUrl } from "./image-crops.ts";

type GiftCardImageProps = {
  imageUrl: string | null;
  alt: string;
  /** Loads the picture at once, with priority, for the top of a page. */
  isEager?: boolean;
  /** Small and square, for lists. */
  isThumb?: boolean;
};

/** A gift card's picture, or 'No Image Available' (docs/product.md, 4.4). */
export function GiftCardImage({ imageUrl, alt, isEager, isThumb }: GiftCardImageProps) {
  return (
    <div className={isThumb ? "art thumb" : "art"}>
      {imageUrl ? (
        <img
          src={isThumb ? thumbUrl(imageUrl) : imageUrl}
          alt={alt}
          width={isThumb ? 72 : 428}
          height={isThumb ? 72 : 270}
          loading={isEager ? undefined : "lazy"}
          fetchPriority={isEager ? "high" : undefined}
          decoding="async"
        />
      ) : (
        <p className="no-art">
          <Icon of={Gift} /> {rich("ui.noImage")}
        </p>
      )}
    </div>
  );
}
