import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { Italic } from "#app/ui/italic.tsx";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { RoundButton } from "#app/ui/round-button.tsx";
import type { BannerSlide } from "./home-view.ts";
import { useBanner } from "./use-banner.ts";
import { useSwipe } from "./use-swipe.ts";

/** The rotating banner of the home page, with arrows, dots and a pause button. */
export function Banner({ slides }: { slides: BannerSlide[] }) {
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
            key={slide.id}
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
              {slides.map(({ id, label, title }, index) => (
                <button
                  key={id}
                  type="button"
                  aria-current={index === current ? "true" : undefined}
                  aria-label={`Diapositive ${index + 1}\u00a0: ${label || title}`}
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
            <span
              className="banner__count"
              aria-hidden="true"
            >{`${current + 1} / ${slides.length}`}</span>
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
  slide: BannerSlide;
  position: string;
  isShown: boolean;
  isFirst: boolean;
  mayLoad: boolean;
};

function Slide({ slide, position, isShown, isFirst, mayLoad }: SlideProps) {
  return (
    <article
      className={classes("slide", slide.className)}
      aria-roledescription="diapositive"
      aria-label={position}
      hidden={!isShown}
    >
      <div className="slide__pic">
        <SlidePicture
          picture={slide.picture}
          alt={slide.alt}
          // The browser would load a lazy picture in a hidden slide only once the slide is shown.
          loading={isFirst || mayLoad ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : "low"}
        />
      </div>
      <div className="slide__over">
        <div className="wrap">
          <div className="slide__txt">
            {slide.label && <p className="label">{slide.label}</p>}
            <h2>
              {slide.title} {slide.emphasis && <Italic>{slide.emphasis}</Italic>}
            </h2>
            {slide.text && <p>{slide.text}</p>}
            <ButtonLink to={slide.to}>{slide.action}</ButtonLink>
          </div>
        </div>
      </div>
    </article>
  );
}

type SlidePictureProps = Pick<BannerSlide, "picture" | "alt"> &
  Pick<ComponentProps<"img">, "loading" | "fetchPriority">;

function SlidePicture({ picture, alt, ...rest }: SlidePictureProps) {
  if ("path" in picture) return <StoredSlidePicture picture={picture} alt={alt} {...rest} />;
  return (
    <picture>
      <source
        media="(max-width: 639.98px)"
        type="image/webp"
        srcSet={picture.square}
        width={900}
        height={900}
      />
      <source type="image/webp" srcSet={picture.wide} width={2000} height={900} />
      <img src={picture.fallback} width={2000} height={900} alt={alt} {...rest} />
    </picture>
  );
}

/** An uploaded picture: its renditions for phones, the full size (at most 2000 px) for wide windows. */
function StoredSlidePicture({
  picture: { path, width, height, hasRenditions },
  alt,
  ...rest
}: SlidePictureProps & { picture: StoredPicture }) {
  const master = `/media/${path}`;
  // On a phone the picture covers a square, so a landscape picture is rendered wider than the window.
  const narrow = Math.round(100 * Math.max(1, width / height));
  return (
    <img
      src={master}
      srcSet={
        hasRenditions
          ? `${master}/640.webp 640w, ${master}/960.webp 960w, ${master} ${Math.max(961, width)}w`
          : undefined
      }
      sizes={`(max-width: 639.98px) ${narrow}vw, 100vw`}
      width={width}
      height={height}
      alt={alt}
      {...rest}
    />
  );
}
