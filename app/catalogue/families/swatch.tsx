/** A dot of a colour « #C08080 »; nothing without one. Beside it stands the colour's name. */
export function Swatch({ colour }: { colour: string | null }) {
  return (
    colour && (
      <svg className="swatch" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="9.5" fill={colour} />
      </svg>
    )
  );
}
