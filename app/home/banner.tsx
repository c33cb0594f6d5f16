import { ButtonLink } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { RoundButton } from "#app/ui/round-button.tsx";
import type { BannerSlide } from "./banner-slides.ts";
import { useBanner } from "./use-banner.ts";
import { useSwipe } from "./use-swipe.ts";

/** A slide with the id of the product to which it links. */
export type LinkedSlide = BannerSlide & { productId: string };

/** The rotating banner of the home page, with arrows, dots and a pause button. */
export function Banner({ slides }: { slides: LinkedSlide[] }) {
  const { section, current, isPlaying, isReady, toggle, go } = useBanner(slides.length);
  const swipe = useSwipe((direction) => go(current + direction));
  return (
    <section
      className="banner"
      aria-roledescription="carrousel"
      aria-label="À la une"
      ref={section}
    >
      <div className="banner__slides" aria-live={isPlaying ? "off" : "polite"} {...swipe}>
        {slides.map((slide, index) => (
          <Slide
            key={slide.productName}
            slide={slide}
            position={`${index + 1} sur ${slides.length}`}
            isShown={index === current}
            isFirst={index === 0}
            mayLoad={isReady}
          />
        ))}
      </div>
      {slides.length > 1 && (
        <div className="wrap needs-js">
          <div className="banner__bar">
            <div className="dots">
              {slides.map(({ productName, label }, index) => (
                <button
                  key={productName}
                  type="button"
                  aria-current={index === current ? "true" : undefined}
                  aria-label={`Diapositive ${index + 1}\u00a0: ${label}`}
                  onClick={() => go(index)}
                />
              ))}
            </div>
            <RoundButton
              label={isPlaying ? "Mettre en pause" : "Reprendre le défilement"}
              icon={isPlaying ? "pause" : "play"}
              isBare
              onClick={toggle}
            />
            <span className="banner__count" aria-hidden="true">
              {current + 1} / {slides.length}
            </span>
            <RoundButton
              label="Diapositive précédente"
              icon="chevron-left"
              isBare
              onClick={() => go(current - 1)}
            />
            <RoundButton
              label="Diapositive suivante"
              icon="chevron-right"
              isBare
              onClick={() => go(current + 1)}
            />
          </div>
        </div>
      )}
    </section>
  );
}

type SlideProps = {
  slide: LinkedSlide;
  position: string;
  isShown: boolean;
  isFirst: boolean;
  mayLoad: boolean;
};

function Slide({ slide, position, isShown, isFirst, mayLoad }: SlideProps) {
  const { picture } = slide;
  return (
    <article
      className={classes("slide", slide.className)}
      aria-roledescription="diapositive"
      aria-label={position}
      hidden={!isShown}
    >
      <div className="slide__pic">
        <picture>
          <source
            media="(max-width: 639.98px)"
            type="image/webp"
            srcSet={picture.square}
            width={900}
            height={900}
          />
          <source type="image/webp" srcSet={picture.wide} width={2000} height={900} />
          <img
            src={picture.fallback}
            width={2000}
            height={900}
            alt={picture.alt}
            // A lazy picture in a hidden slide would load only when the slide is shown.
            loading={isFirst || mayLoad ? "eager" : "lazy"}
            fetchPriority={isFirst ? "high" : "low"}
          />
        </picture>
      </div>
      <div className="slide__over">
        <div className="wrap">
          <div className="slide__txt">
            <p className="label">{slide.label}</p>
            <h2>
              {slide.title} <em>{slide.emphasis}</em>
            </h2>
            <p>{slide.text}</p>
            <ButtonLink to={`/produit/${slide.productId}`}>{slide.action}</ButtonLink>
          </div>
        </div>
      </div>
    </article>
  );
}
