import { useEffect, useEffectEvent } from "react";
import { Icon } from "#app/ui/icon.tsx";
import type { Picture } from "./product-schema.ts";
import { useMagnifier } from "./use-magnifier.ts";
import { useStrip } from "./use-strip.ts";

type FullSizeProps = {
  pictures: readonly Picture[];
  /** What is read instead of the picture at this index. */
  alternative: (index: number) => string;
  /** The picture to begin with. */
  first: number;
  /** Whenever another one is shown. */
  onShow: (index: number) => void;
};

/** The pictures at full size, one filling the window: swiped, gone through by arrows, enlarged. The content of a dialog. */
export function FullSize({ pictures, alternative, first, onShow }: FullSizeProps) {
  const { strip, current, go, ...scrolling } = useStrip(pictures.length, first);
  const { isZoomed, toggle, onClick } = useMagnifier(strip, current, pictures[current]!.width);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    show(current);
    // The focus goes along from picture to picture: the arrows move the one that has it, once enlarged.
    const next = strip.current?.children[current];
    if (document.activeElement?.parentElement === strip.current && next instanceof HTMLElement)
      next.focus({ preventScroll: true });
  }, [strip, current]);

  // Once the dialog is open: before, the strip has no width.
  const begin = useEffectEvent(() => go(first, "at-once"));
  useEffect(() => begin(), []);
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The arrows move an enlarged picture.
    if (isZoomed) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(current + step);
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      {/* A double click does what the button « Agrandir » does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ul
        className="full__strip"
        ref={strip}
        data-held={isZoomed || undefined}
        onClick={onClick}
        {...scrolling}
      >
        {pictures.map(({ path, width, height }, index) => (
          // An enlarged picture is moved by the keyboard's arrows.
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
      <div className="full__bar">
        {pictures.length > 1 && (
          <>
            <button
              className="round"
              type="button"
              aria-label="Photographie précédente"
              onClick={() => go(current - 1)}
            >
              <Icon name="chevron-left" />
            </button>
            <span aria-hidden="true">
              {current + 1}/{pictures.length}
            </span>
            <output className="sr">{`Photographie ${current + 1} sur ${pictures.length}`}</output>
            <button
              className="round"
              type="button"
              aria-label="Photographie suivante"
              onClick={() => go(current + 1)}
            >
              <Icon name="chevron-right" />
            </button>
          </>
        )}
        <button
          className="round"
          type="button"
          aria-label={isZoomed ? "Réduire" : "Agrandir"}
          onClick={toggle}
        >
          <Icon name={isZoomed ? "minus" : "plus"} />
        </button>
      </div>
    </>
  );
}
