import { Children, type ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useCarousel } from "./use-carousel.ts";

type CarouselProps = {
  /** The visible heading. */
  title: string;
  /** The accessible name of the scrollable track, often the same as the title. */
  label: string;
  /** The heading's id. */
  id: string;
  /** The cards. */
  children: ReactNode;
};

/** Cards that advance every 6 seconds; without JavaScript, a scrollable strip. */
export function Carousel({ title, label, id, children }: CarouselProps) {
  const { section, track, isOverflowing, isPlaying, toggle, move } = useCarousel();
  return (
    <section className="car" aria-roledescription="carrousel" aria-labelledby={id} ref={section}>
      <div className="car__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        <div className="car__tools needs-js" hidden={!isOverflowing}>
          <button
            type="button"
            className="round round--bare"
            aria-label={isPlaying ? "Mettre en pause le défilement" : "Reprendre le défilement"}
            onClick={toggle}
          >
            <Icon name={isPlaying ? "pause" : "play"} />
          </button>
          <button
            type="button"
            className="round"
            aria-label="Produits précédents"
            onClick={() => move(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="round"
            aria-label="Produits suivants"
            onClick={() => move(1)}
          >
            <Icon name="chevron-right" />
          </button>
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
