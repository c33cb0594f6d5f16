import { displayName } from "#app/catalogue/product-name.ts";
import type { ReturnView } from "#app/orders/return-view.ts";

/** « 2 × Crème au lin, 1 × Savon »: a return's lines with their pieces; lines without pieces are left out. */
export function piecesText(
  lines: ReturnView["lines"],
  count: (line: ReturnView["lines"][number]) => number,
): string {
  return lines
    .filter((line) => count(line) > 0)
    .map((line) => `${count(line)}\u00a0×\u00a0${displayName(line.name)}`)
    .join(", ");
}

/** The articles of a return: the received ones; before the reception, the expected ones. */
export const articlesText = ({ lines, receivedAt }: ReturnView): string =>
  piecesText(lines, ({ came, expected }) => (receivedAt ? came : expected));
