/** A decorative dot in this colour, « #C08080 », for use beside the colour's name; nothing without a colour. */
export function Swatch({ colour }: { colour: string | null }) {
  return (
    colour && (
      <svg className="swatch" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="9.5" fill={colour} />
      </svg>
    )
  );
}
