import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";

const SLIDES = [
  {
    title: "Chosen, not guessed",
    text: "Gift cards from brands across India, in the amount you like.",
    motif: "M0 0h90v140H0z",
  },
  {
    title: "Points are money here",
    text: "One point is one rupee, and pays for part of every order.",
    motif: "M0 70l210-70v140H0z",
  },
  {
    title: "There in minutes",
    text: "By e-mail or message, and kept safe in your order history.",
    motif: "M0 140a105 105 0 0 1 210 0z",
  },
];

/** What the shop promises, one after the other: scroll-snap, moved every 5 s by an element that can be paused. */
export function Carousel() {
  return (
    <image-carousel>
      <ul className="slides" tabIndex={0} role="group" aria-label="Why shop here">
        {SLIDES.map(({ title, text, motif }) => (
          <li key={title}>
            <svg className="slide-card" viewBox="0 0 222 140" aria-hidden="true">
              <rect className="ground" width="222" height="140" rx="12" />
              <path className="motif" d={motif} />
              <rect className="chip" x="22" y="24" width="30" height="22" rx="4" />
              <path className="line" d="M22 106h84M22 118h48" />
            </svg>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <button type="button" className="icon-button scripted" aria-pressed="false" aria-label="Pause the slides">
        <Pause aria-hidden="true" className="icon-20 when-playing" />
        <Play aria-hidden="true" className="icon-20 when-paused" />
      </button>
    </image-carousel>
  );
}
