import type { PointerEvent } from "react";
import { classes } from "#app/ui/classes.ts";
import { focusClass } from "./home-view.ts";

type FocalPointProps = {
  /** The prefix of the controls' ids: « slides.0 ». */
  id: string;
  src: string;
  /** In percent of the picture's width and height. */
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
};

/** The field of a picture's focal point, which crops keep visible: set by dragging on the picture, or by two sliders. */
export function FocalPoint({ id, src, x, y, onChange }: FocalPointProps) {
  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onChange(
      percentOf(event.clientX - box.left, box.width),
      percentOf(event.clientY - box.top, box.height),
    );
  };
  const slider = (part: "focusX" | "focusY", label: string, value: number, from: string) => (
    <label className="focal__axis" htmlFor={`${id}.${part}`}>
      <span>{label}</span>
      <input
        type="range"
        id={`${id}.${part}`}
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value}\u00a0% depuis ${from}`}
        onChange={(event) => {
          const to = Number(event.target.value);
          if (part === "focusX") onChange(to, y);
          else onChange(x, to);
        }}
      />
      <span aria-hidden="true">{`${value}\u00a0%`}</span>
    </label>
  );
  return (
    <fieldset className="focal">
      <legend className="lbl">Point de mire</legend>
      {/* For the keyboard there are the sliders below. */}
      <div
        className={classes("focal__pic", focusClass(x, y))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          place(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && place(event)}
      >
        <img src={src} alt="" draggable={false} />
        <span className="focal__dot" aria-hidden="true" />
      </div>
      {slider("focusX", "Horizontal", x, "la gauche")}
      {slider("focusY", "Vertical", y, "le haut")}
      <p className="hint">
        Ce point reste visible quand un écran rogne l’image. Faites-le glisser sur l’image, ou
        réglez-le avec les flèches du clavier.
      </p>
    </fieldset>
  );
}

const percentOf = (part: number, whole: number) =>
  Math.min(100, Math.max(0, Math.round((100 * part) / whole)));
