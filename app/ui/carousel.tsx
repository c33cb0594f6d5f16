import { Children, type ReactNode } from "react";
import { RoundButton } from "./round-button.tsx";
import { useCarousel } from "./use-carousel.ts";

type CarouselProps = {
  /** The visible heading. */
  title: string;
  /** The accessible name of the scrollable track, often the same as the title. */
  label: string;
  id: string;
  children: ReactNode;
};

/** A row of cards that scrolls by one card every 6 seconds. Without JavaScript, the user can scroll it. */
export function Carousel({ title, label, id, children }: CarouselProps) {
  const { section, track, isOverflowing, isPlaying, toggle, move } = useCarousel();
  return (
    <section className="car" aria-roledescription="carrousel" aria-labelledby={id} ref={section}>
      <div className="car__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        <div className="car__tools needs-js" hidden={!isOverflowing}>
          <RoundButton
            label={isPlaying ? "Mettre en pause le défilement" : "Reprendre le défilement"}
            icon={isPlaying ? "pause" : "play"}
            isBare
            onClick={toggle}
          />
          <RoundButton label="Produits précédents" icon="chevron-left" onClick={() => move(-1)} />
          <RoundButton label="Produits suivants" icon="chevron-right" onClick={() => move(1)} />
        </div>
      </div>
      <ul className="car__track" tabIndex={0} aria-label={label} ref={track}>
        {Children.map(children, (card) => (
          <li>{card}</li>
        ))}
      </ul>
    </section>
  );
}
