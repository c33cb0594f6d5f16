import { z } from "zod";
import { listOf, UNREADABLE } from "#app/settings/field-schema.ts";
import { defineSettings } from "#app/settings/settings-group.ts";
import { checkReductions } from "./check-reductions.server.ts";
import { MOST_REDUCTIONS, reductionSchema, type OrderReduction } from "./reduction-schema.ts";

const list = z
  .array(reductionSchema, UNREADABLE)
  .max(MOST_REDUCTIONS, `${MOST_REDUCTIONS} réductions au plus.`)
  .superRefine((all, context) => {
    for (const [index, { code, id }] of all.entries()) {
      const before = all.slice(0, index);
      if (code && before.some((other) => other.code === code))
        context.addIssue({
          code: "custom",
          path: [index, "code"],
          message: "Une autre réduction a ce code.",
        });
      if (before.some((other) => other.id === id))
        context.addIssue({ code: "custom", path: [], message: UNREADABLE });
    }
  });

/** Reductions on orders: with a code, or automatic. */
export const reductionsSettings = defineSettings({
  name: "reductions",
  path: "reductions",
  title: "Réductions",
  icon: "receipt-text",
  summary: "Les codes et les réductions automatiques",
  fields: {
    list: {
      label: "Réductions",
      schema: listOf(list),
      initial: [],
      list: {
        item: "Réduction",
        parts: {
          name: "nom",
          code: "code",
          kind: "ce qui est réduit",
          value: "valeur",
          minimum: "minimum",
          only: "articles",
          from: "début",
          until: "fin",
          most: "utilisations",
          mostEach: "utilisations par client",
        },
        describe: describeReduction,
      },
    },
  },
  check: checkReductions,
});

function describeReduction(reduction: OrderReduction, other: OrderReduction | undefined): string[] {
  const changed = (part: keyof OrderReduction) => !other || other[part] !== reduction[part];
  const text = (part: keyof OrderReduction, name: string) =>
    changed(part) && reduction[part] ? `${name} ${String(reduction[part])}` : "";
  const { name, code, kind, value } = reduction;
  const taken = {
    percent: `${value}\u00a0%`,
    amount: `${value}\u00a0€`,
    delivery: "livraison offerte",
  };
  return [
    `«\u00a0${name}\u00a0»`,
    reduction.isActive ? "active" : "arrêtée",
    code ? `code ${code}` : "automatique",
    code && reduction.isAnnounced ? "annoncée à tous" : "",
    taken[kind],
    text("minimum", "à partir de (€)"),
    text("only", "articles"),
    text("from", "du"),
    text("until", "au"),
    text("most", "utilisations"),
    text("mostEach", "par client"),
  ];
}
