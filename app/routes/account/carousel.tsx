import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";

import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { PromiseArt, type PromiseArtName } from "#app/ui/benefit-illustrations.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

const SLIDES = ["cards", "coins", "delivery"] as const satisfies PromiseArtName[];

/** The shop's promises. Scroll snap works without scripts; an element advances it every 5 s and can pause. */
export function Carousel({ brand }: { brand: Brand }) {
  return (
    <image-carousel>
      <img className="carousel-ground" src={brand.bannerUrl} alt="" width="1600" height="360" loading="lazy" />
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- the arrow keys scroll what has the focus */}
      <div className="slides" tabIndex={0} role="group" aria-label={t("account.reasons")}>
        {SLIDES.map((name) => (
          <section key={name} className="slide">
            <PromiseArt name={name} />
            <h2>{rich(`account.slide-${name}`)}</h2>
            <p>{rich(`account.slideText-${name}`)}</p>
          </section>
        ))}
      </div>
      <button type="button" className="icon-button scripted" aria-pressed="false" aria-label={t("account.pauseSlides")}>
        <Icon of={Pause} className="icon-20 when-playing" />
        <Icon of={Play} className="icon-20 when-paused" />
      </button>
    </image-carousel>
  );
}
