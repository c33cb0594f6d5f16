import { z } from "zod";
import { claimsIn, findingText } from "#app/catalogue/watch/watch.ts";
import {
  methodSchema,
  MOST_METHODS,
  stepReadings,
  type DeliveryMethod,
} from "#app/delivery/delivery-schema.ts";
import { listOf, UNREADABLE } from "#app/settings/field-schema.ts";
import { titled } from "#app/settings/readable.ts";
import { defineSettings } from "#app/settings/settings-group.ts";

/** The delivery methods, in the order of the cart. An empty list: the two methods of the specification, free, in four days. */
export const deliverySettings = defineSettings({
  name: "delivery",
  path: "livraison",
  title: "Livraison",
  icon: "package",
  summary: "Les formules, leurs frais et leurs délais",
  fields: {
    list: {
      label: "Formules de livraison",
      schema: listOf(
        z
          .array(methodSchema, UNREADABLE)
          .max(MOST_METHODS, `${MOST_METHODS} formules au plus.`)
          .superRefine((all, context) => {
            const ids = all.map(({ id }) => id);
            if (new Set(ids).size < ids.length)
              context.addIssue({ code: "custom", path: [], message: UNREADABLE });
          }),
      ),
      initial: [],
      list: {
        item: "Formule",
        parts: {
          name: "nom",
          kind: "remise",
          zones: "zones",
          basis: "calcul des frais",
          steps: "frais",
          freeFrom: "offerte à partir de",
          minDays: "délai le plus court",
          maxDays: "délai le plus long",
          lessImpact: "moindre impact",
        },
        describe: describeMethod,
      },
    },
  },
  /** Refuses fees with two readings, and a method's reason for less impact that is a claim to check (directive 2024/825). */
  check: ({ value: { list } }) =>
    Object.fromEntries(
      list.flatMap(({ steps, lessImpact }, index) => {
        const readings = stepReadings(steps);
        const [claim] = claimsIn(lessImpact);
        return [
          ...(readings ? [[`list.${index}.steps`, readings]] : []),
          ...(claim
            ? [[`list.${index}.lessImpact`, `${findingText(claim)}. ${claim.rule.reason}`]]
            : []),
        ] as [string, string][];
      }),
    ),
});

function describeMethod(method: DeliveryMethod, other: DeliveryMethod | undefined): string[] {
  const changed = (part: keyof DeliveryMethod) => !other || other[part] !== method[part];
  const { name, kind, zones, basis, steps, freeFrom, minDays, maxDays } = method;
  return [
    `«\u00a0${name}\u00a0»`,
    method.isActive ? "active" : "arrêtée",
    kind,
    changed("zones") ? zones : "",
    changed("steps") || changed("basis")
      ? `frais selon ${basis === "weight" ? "le poids (g)" : "le total (€)"} ${steps.split("\n").join("\u00a0; ")}`
      : "",
    changed("freeFrom") ? (freeFrom ? `offerte à partir de ${freeFrom}\u00a0€` : "") : "",
    changed("minDays") || changed("maxDays")
      ? maxDays
        ? `${minDays} à ${maxDays} jours ouvrés`
        : "quatre jours"
      : "",
    changed("lessImpact") ? titled("moindre impact", method.lessImpact) : "",
  ];
}
