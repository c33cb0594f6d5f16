import { code128 } from "./code-128.ts";

const HEIGHT = 40;

/** A Code 128 barcode that fills its CSS size. The style must leave a quiet zone of white on both sides. */
export function Barcode({ text }: { text: string }) {
  let x = 0;
  let bars = "";
  for (const [index, width] of code128(text).entries()) {
    if (index % 2 === 0) bars += `M${x} 0h${width}v${HEIGHT}h-${width}z`;
    x += width;
  }
  return (
    <svg
      className="barcode"
      viewBox={`0 0 ${x} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={`Code-barres ${text}`}
    >
      <path d={bars} />
    </svg>
  );
}
