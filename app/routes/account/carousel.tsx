import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";

import type { Brand } from "#app/tenant/brand.ts";
import { PromiseArt, type PromiseArtName } from "#app/ui/benefit-illustrations.tsx";
import { Icon } from "#app/ui/icon.tsx";

const SLIDES: { title: string; text: string; art: PromiseArtName }[] = [
  {
    title: "Chosen, not guessed",
    text: "Gift cards from brands across India, in the amount you choose.",
    art: "cards",
  },
  {
    title: "Coins are money here",
    text: "Each coin is worth one rupee and pays for part of an order.",
    art: "coins",
  },
  {
    title: "There in minutes",
    text: "By e-mail, and kept safe in your order history.",
    art: "delivery",
  },
];

/** The shop's promises. Scroll snap works without scripts; an element advances it every 5 s and can pause. */
export function Carousel({ brand }: { brand: Brand }) {
  return (
    <image-carousel>
      <img className="carousel-ground" src={brand.bannerUrl} alt="" width="1600" height="360" loading="lazy" />
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- the arrow keys scroll what has the focus */}
      <div className="slides" tabIndex={0} role="group" aria-label="Why shop here">
        {SLIDES.map(({ title, text, art }) => (
          <section key={title} className="slide">
            <PromiseArt name={art} />
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <button type="button" className="icon-button scripted" aria-pressed="false" aria-label="Pause the slides">
        <Icon of={Pause} className="icon-20 when-playing" />
        <Icon of={Play} className="icon-20 when-paused" />
      </button>
    </image-carousel>
  );
}
