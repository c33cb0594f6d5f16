import { useEffect, useEffectEvent, useRef } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RoundButton } from "#app/ui/round-button.tsx";
import { useBackToClose } from "#app/ui/use-back-to-close.ts";
import { useWhenIdle } from "#app/ui/use-when-idle.ts";
import type { Picture as StoredPicture } from "./product-schema.ts";
import { useStrip } from "./use-strip.ts";

/** How many thumbnails are shown at the same time (specification §9). */
const WINDOW = 3;
const MAIN_SIZES =
  "(min-width: 1320px) 640px, (min-width: 1044px) 48vw, (min-width: 768px) 46vw, 100vw";
const loadFullSize = () => import("./full-size.tsx").then(({ FullSize }) => FullSize);

/** The product's pictures: a swipeable strip with arrows and thumbnails, and the full size in a dialog. */
export function Gallery({ pictures, name }: { pictures: StoredPicture[]; name: string }) {
  const { strip, current, goTo, onScroll, onScrollEnd } = useStrip(pictures.length);
  const zoom = useBackToClose();
  const FullSize = useWhenIdle(loadFullSize, zoom.isOpen);
  const wasZoomed = useRef(false);
  const focusShown = useEffectEvent(() => {
    const button = strip.current?.children[current]?.querySelector("button");
    button?.focus({ preventScroll: true });
  });
  // The closed dialog returns the focus to the picture that opened it, but the gallery may show another one now.
  useEffect(() => {
    if (wasZoomed.current && !zoom.isOpen) focusShown();
    wasZoomed.current = zoom.isOpen;
  }, [zoom.isOpen]);
  const first = Math.max(0, Math.min(current - 1, pictures.length - WINDOW));
  const position = (index: number) => `Photographie ${index + 1} sur ${pictures.length}`;
  const alternative = (index: number) => `${name}, photographie ${index + 1}`;
  const shown = pictures[current];
  return (
    <section className="gal" aria-label="Photographies">
      <div className="gal__main">
        <ul className="gal__strip" ref={strip} onScroll={onScroll} onScrollEnd={onScrollEnd}>
          {pictures.map((picture, index) => (
            <li key={picture.path}>
              <button type="button" aria-haspopup="dialog" onClick={zoom.open}>
                <Picture
                  picture={picture}
                  alt={alternative(index)}
                  sizes={MAIN_SIZES}
                  priority={index === 0}
                />
                <span className="sr"> Agrandir la photographie</span>
              </button>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <div className="gal__nav needs-js">
            <RoundButton
              label="Photographie précédente"
              icon="chevron-left"
              onClick={() => goTo(current - 1)}
            />
            <RoundButton
              label="Photographie suivante"
              icon="chevron-right"
              onClick={() => goTo(current + 1)}
            />
          </div>
        )}
        {shown && (
          // Decorative, because the picture itself is the button.
          <span className="round gal__zoom needs-js" aria-hidden="true">
            <Icon name="maximize" />
            {pictures.length > WINDOW && <span>{`${pictures.length} images`}</span>}
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <div className="gal__thumbs needs-js">
          {pictures.slice(first, first + WINDOW).map((picture, offset) => {
            const index = first + offset;
            return (
              <button
                key={picture.path}
                type="button"
                aria-label={position(index)}
                aria-current={index === current ? "true" : undefined}
                onClick={() => goTo(index)}
              >
                {/* The same `sizes` as the strip, so that the browser reuses its files instead of loading smaller ones. */}
                <Picture picture={picture} alt="" sizes={MAIN_SIZES} displayWidth={240} />
              </button>
            );
          })}
        </div>
      )}
      <output className="sr">{current > 0 && position(current)}</output>
      <Dialog
        className="full"
        label={shown ? `${name}, ${position(current).toLowerCase()}` : name}
        open={zoom.isOpen}
        onClose={zoom.close}
      >
        {FullSize && (
          <FullSize
            pictures={pictures}
            alternative={alternative}
            first={current}
            onShow={(index) => goTo(index, "at-once")}
          />
        )}
        <button className="icon-btn" type="button" aria-label="Fermer" onClick={zoom.close}>
          <Icon name="x" />
        </button>
      </Dialog>
    </section>
  );
}
