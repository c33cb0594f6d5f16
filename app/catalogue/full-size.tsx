import { useEffect, useEffectEvent } from "react";
import { Picture } from "#app/ui/picture.tsx";
import { RoundButton } from "#app/ui/round-button.tsx";
import type { Picture as StoredPicture } from "./product-schema.ts";
import { useMagnifier } from "./use-magnifier.ts";
import { useStrip } from "./use-strip.ts";

type FullSizeProps = {
  pictures: readonly StoredPicture[];
  /** The alternative text of the picture at this index. */
  alternative: (index: number) => string;
  /** The index of the picture shown first. */
  first: number;
  /** Called with the index of each newly shown picture. */
  onShow: (index: number) => void;
};

/** The content of the dialog with the pictures at full size: one at a time, with swipe, arrow keys, all thumbnails and zoom. */
export function FullSize({ pictures, alternative, first, onShow }: FullSizeProps) {
  const { strip, current, goTo, ...scrolling } = useStrip(pictures.length, first);
  const { isZoomed, toggle, onClick } = useMagnifier(strip, current, pictures[current]!.width);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    show(current);
    // Moves the focus to the shown picture, because the arrow keys scroll a zoomed picture only if it has the focus.
    const next = strip.current?.children[current];
    if (document.activeElement?.parentElement === strip.current && next instanceof HTMLElement)
      next.focus({ preventScroll: true });
  }, [strip, current]);

  // In an effect, after the dialog has opened: before, the strip has no width and cannot be scrolled.
  const showFirst = useEffectEvent(() => goTo(first, "at-once"));
  useEffect(() => showFirst(), []);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // In a zoomed picture, the arrow keys scroll.
    if (isZoomed) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    goTo(current + step);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      {/* The button « Agrandir » does the same as a double click, for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ul
        className="full__strip"
        ref={strip}
        data-held={isZoomed || undefined}
        onClick={onClick}
        {...scrolling}
      >
        {pictures.map(({ path, width, height }, index) => (
          // With tabIndex, the picture can have the focus, so that the arrow keys scroll it when zoomed.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <li key={path} tabIndex={0}>
            <img
              src={`/media/${path}`}
              width={width}
              height={height}
              alt={alternative(index)}
              draggable={false}
              loading={index === first ? "eager" : "lazy"}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <div className="full__thumbs">
          {pictures.map((picture, index) => (
            <button
              key={picture.path}
              type="button"
              aria-label={`Afficher la photographie ${index + 1}`}
              aria-current={index === current ? "true" : undefined}
              onClick={() => goTo(index)}
            >
              <Picture picture={picture} alt="" sizes="64px" displayWidth={128} />
            </button>
          ))}
        </div>
      )}
      <div className="full__bar">
        {pictures.length > 1 && (
          <>
            <RoundButton
              label="Photographie précédente"
              icon="chevron-left"
              onClick={() => goTo(current - 1)}
            />
            <span aria-hidden="true">{`${current + 1}/${pictures.length}`}</span>
            <output className="sr">{`Photographie ${current + 1} sur ${pictures.length}`}</output>
            <RoundButton
              label="Photographie suivante"
              icon="chevron-right"
              onClick={() => goTo(current + 1)}
            />
          </>
        )}
        <RoundButton
          label={isZoomed ? "Réduire" : "Agrandir"}
          icon={isZoomed ? "minus" : "plus"}
          onClick={toggle}
        />
      </div>
    </>
  );
}
