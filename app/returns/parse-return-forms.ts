import { displayName } from "#app/catalogue/product-name.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import type { CameLine } from "./receive-return.server.ts";
import { pieces } from "./return-schema.ts";
import type { ReturnableLine } from "./returnable.server.ts";

/** Names of the form fields of a line. */
export const expectedName = (position: number) => `expected-${position}`;
export const shelvedName = (position: number) => `shelved-${position}`;
export const damagedName = (position: number) => `damaged-${position}`;

type Parsed<Line> = { ok: true; lines: Line[] } | { ok: false; errors: Record<string, string> };

function parsed<Line>(lines: Line[], errors: Record<string, string>): Parsed<Line> {
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, lines };
}

/** The typed number of pieces; null if it is not a number from 0 to `most`. */
function piecesIn(form: FormData, name: string, most: number): number | null {
  const typed = form.get(name);
  const read = pieces.safeParse(typeof typed === "string" ? typed : "");
  return read.success && read.data <= most ? read.data : null;
}

/** Parses the form of a new return; French errors by field name. */
export function parseExpectForm(
  form: FormData,
  returnable: readonly ReturnableLine[],
): Parsed<{ position: number; quantity: number }> {
  const errors: Record<string, string> = {};
  const lines = returnable.flatMap(({ position, name, most }) => {
    const quantity = piecesIn(form, expectedName(position), most);
    if (quantity === null) errors[expectedName(position)] = tooMany(name, most);
    return quantity ? [{ position, quantity }] : [];
  });
  const first = returnable.find(({ most }) => most > 0);
  if (lines.length === 0 && Object.keys(errors).length === 0)
    errors[expectedName(first?.position ?? 0)] = "Choisissez au moins un article.";
  return parsed(lines, errors);
}

/** Why a line can't have that many pieces in a return. */
export const tooMany = (name: string, most: number): string =>
  `${displayName(name)}\u00a0: ${most === 0 ? "rien ne peut en revenir" : `de 0 à ${most}`}.`;

/** Parses the form of a reception; French errors by field name. */
export function parseReceiveForm(
  form: FormData,
  expectedLines: ReturnView["lines"],
): Parsed<CameLine> {
  const errors: Record<string, string> = {};
  const lines = expectedLines.flatMap(({ position, name, expected }) => {
    const shelved = piecesIn(form, shelvedName(position), expected);
    const damaged = piecesIn(form, damagedName(position), expected);
    const range = `${displayName(name)}\u00a0: de 0 à ${expected}.`;
    if (shelved === null) errors[shelvedName(position)] = range;
    if (damaged === null) errors[damagedName(position)] = range;
    if (shelved === null || damaged === null) return [];
    if (shelved + damaged > expected)
      errors[damagedName(position)] = moreThanExpected(name, expected);
    return [{ position, shelved, damaged }];
  });
  if (
    Object.keys(errors).length === 0 &&
    lines.every(({ shelved, damaged }) => shelved + damaged === 0)
  )
    errors[shelvedName(expectedLines[0]?.position ?? 0)] =
      "Indiquez ce qui est revenu\u00a0; si rien ne vient, clôturez le retour.";
  return parsed(lines, errors);
}

/** The error for more pieces than expected, shelved and damaged together. */
export const moreThanExpected = (name: string, expected: number): string =>
  `${displayName(name)}\u00a0: ${expected} au plus, en rayon et abîmés ensemble.`;
