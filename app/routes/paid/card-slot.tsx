import { GiftCardImage } from "#app/ui/gift-card-image.tsx";

/** The first bought cards, which rise from a slot once, by CSS alone. */
export const CardSlot = ({ images }: { images: string[] }) => (
  <div className="card-slot">
    {images.map((imageUrl) => (
      <GiftCardImage key={imageUrl} imageUrl={imageUrl} alt="" isEager />
    ))}
  </div>
);
