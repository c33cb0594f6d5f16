export type TypedNumber = {
  value: number;
  /** The number of digits after the decimal separator. */
  decimals: number;
  /** The text after the number, in lower case: « kg ». */
  unit: string;
  /** The other number that the text may mean, because its separator may group thousands: 1800 for « 1,800 »; else null. */
  grouped: number | null;
};

/**
 * Parses a number as people in France type it: « 12 », « 1 800,50 € », « 0.75 kg ». The only parser of typed numbers with separators.
 * Null for an invalid text and for a number with a sign.
 */
export function readNumber(text: string): TypedNumber | null {
  const [, whole = "", typed = "", unit = ""] =
    /^(\d+)(?:[.,](\d+))?([^\d.,]*)$/.exec(text.replaceAll(/\s/g, "")) ?? [];
  if (whole === "") return null;
  const decimals = typed.replace(/0+$/, "");
  const isGroup = typed.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return {
    value: Number(`${whole}.${decimals || 0}`),
    decimals: decimals.length,
    unit: unit.toLowerCase(),
    grouped: isGroup ? Number(whole + typed) : null,
  };
}

const inFrench = (value: number) => value.toLocaleString("fr-FR");

/** A French sentence about a text that may mean two numbers, « « 1,800 » se lit 1,8 ou 1 800 »; null for any other. */
export function twoReadings(text: string): string | null {
  const read = readNumber(text);
  if (!read || read.grouped === null) return null;
  const typed = /[\d\s]+[.,][\d\s]*\d/.exec(text)![0].trim();
  // « 12,345 » itself has two readings.
  const value = inFrench(read.value) + (read.decimals === 3 ? "0" : "");
  return `«\u00a0${typed}\u00a0» se lit ${value} ou ${inFrench(read.grouped)}`;
}

/** The French message that refuses a text with two meanings; null for any other text. */
export function twoReadingsFault(text: string): string | null {
  const readings = twoReadings(text);
  return readings && `${readings}\u00a0: écrivez l’un ou l’autre.`;
}

const GRAMS = new Map([
  ["", 1],
  ["g", 1],
  ["kg", 1000],
]);

/** A typed weight in grams, « 500 », « 1,5 kg »; of two readings, the one with a decimal separator. Null if the text is none. */
export function parseGrams(text: string): number | null {
  const read = readNumber(text);
  const factor = read && GRAMS.get(read.unit);
  return factor ? Math.round(read.value * factor * 1_000) / 1_000 : null;
}

/** Whether a cell is a long code as spreadsheets abbreviate it, « 3,60053E+12 ». */
export const isAbbreviated = (text: string): boolean => /^[\d.,]+e\+\d+$/i.test(text.trim());
