import { z } from "zod";
import { checkbox, filledLine, line } from "#app/settings/field-schema.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { twoReadingsFault } from "#app/ui/number-schema.ts";
import { parsePercent } from "#app/ui/percent-schema.ts";

export const MOST_REDUCTIONS = 50;
const REDUCTION_KINDS = ["percent", "amount", "delivery"] as const;

const euros = line(12).refine((text) => parseEuros(text) !== null, {
  error: ({ input }) =>
    twoReadingsFault(String(input)) ??
    "Indiquez un montant en euros\u00a0: 10 ou 4,90 par exemple.",
});
const count = line(7).refine((text) => /^(?:[1-9]\d{0,5})?$/.test(text), {
  error: ({ input }) =>
    twoReadingsFault(String(input)) ?? "Indiquez un nombre entier, ou rien pour ne pas limiter.",
});
const day = line(10).refine(
  (text) => text === "" || z.iso.date().safeParse(text).success,
  "Choisissez un jour du calendrier, ou rien.",
);

export const reductionSchema = z
  .object({
    /** Identifies the reduction in the orders that had it. */
    id: z.string().regex(/^[\w-]{1,40}$/),
    isActive: checkbox,
    /** Shown beside « Reduction ». */
    name: filledLine(
      60,
      "Donnez un nom\u00a0: le client le lit à côté de «\u00a0Reduction\u00a0».",
    ),
    /** In capitals; empty: it applies by itself. */
    code: line(30)
      .transform((text) => text.toUpperCase())
      .refine(
        (text) => /^(?:[A-Z0-9-]{3,30})?$/.test(text),
        "Un code a de 3 à 30 lettres ou chiffres, sans espace ni accent.",
      ),
    kind: z.enum(REDUCTION_KINDS, "Choisissez ce qui est réduit."),
    /** Percent, « 10 » or « 10,5 », or euros; empty for the delivery. */
    value: line(12).transform((text) => text.replace(/\s*[%€]$/, "")),
    /** The least sum of the articles, in euros. */
    minimum: euros,
    /** Names of categories and references of products, separated by commas; empty: all articles. */
    only: line(500),
    /** Days in Europe/Paris, inclusive. */
    from: day,
    until: day,
    most: count,
    mostEach: count,
    /**
     * Whether the code is published: the cart then shows prior prices (L112-1-1), as for every automatic reduction. False in settings
     * before 0.5.2.
     */
    isAnnounced: checkbox,
  })
  .superRefine(({ kind, value, from, until }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const percent = parsePercent(value) ?? 0;
    const readings = twoReadingsFault(value);
    if (kind === "percent" && (percent < 1 || percent > 100))
      refuse("value", readings ?? "Indiquez un pourcentage de 1 à 100\u00a0: 10, ou 10,5.");
    if (kind === "amount" && !parseEuros(value))
      refuse("value", readings ?? "Indiquez un montant en euros.");
    if (from && until && until < from) refuse("until", "La fin est avant le début.");
  });

export type OrderReduction = z.output<typeof reductionSchema>;

/** What two spellings of a code have in common, « noël 26 » and « NOEL-26 »: its letters and digits in capitals, without accents. */
export const codeKey = (typed: string): string =>
  typed
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
