import type { OrderOwner } from "#app/accounts/order-owner.server.ts";
import { lineName } from "#app/orders/delivery-number-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { parseForm, textsOf, type FieldErrors } from "#app/platform/form.server.ts";
import type { WithdrawnLine } from "#db/schema/withdrawals.ts";
import { ownOrder, type OwnOrder } from "./own-orders.server.ts";
import { articlesText, type Statement } from "./statement.ts";
import { withdrawalForm } from "./withdrawal-schema.ts";

export type ReadStatement = { values: Record<string, string> } & (
  | { ok: false; errors: FieldErrors }
  /** `order`: the sender's own order with the stated number; null for any other number. */
  | { ok: true; statement: Statement; order: OwnOrder | null }
);

const SIGNED_OUT =
  "Votre session est terminée\u00a0: décrivez ici les articles, ou connectez-vous pour les choisir.";

const withoutLines = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith("line-")));

/** Validates a posted statement. Reads only the sender's own orders, so that the answer never reveals whether another order exists. */
export async function readStatement(
  db: Queryable,
  owner: OrderOwner,
  form: FormData,
): Promise<ReadStatement> {
  const values = Object.fromEntries(
    Object.entries(textsOf(form)).filter(([name]) =>
      /^(name|number|email|articles|repeat|line-\d{1,3})$/.test(name),
    ),
  );
  const parsed = parseForm(withdrawalForm, form);
  if (!parsed.ok) return { ok: false, values, errors: parsed.errors };
  const order = await ownOrder(db, owner, parsed.value.number);
  const picks = Object.keys(values).some((name) => name.startsWith("line-"));
  if (!picks)
    return { ok: true, values, order, statement: { ...parsed.value, lines: null, repeat: 0 } };
  // The customer picked articles, then their session ended. Without the articles the statement would withdraw the whole order: ask again.
  if (!order) return { ok: false, values: withoutLines(values), errors: { articles: SIGNED_OUT } };

  const errors: FieldErrors = {};
  const chosen: WithdrawnLine[] = [];
  for (const { position, quantity: bought, refunded } of order.lines) {
    const most = bought - refunded;
    const quantity = Number(values[lineName(position)] ?? 0);
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > most)
      errors[lineName(position)] = `Choisissez une quantité de 0 à ${most}.`;
    else if (quantity > 0) chosen.push({ position, quantity });
  }
  const [first] = order.lines;
  if (chosen.length === 0 && Object.keys(errors).length === 0)
    errors[lineName(first!.position)] = "Choisissez au moins un article.";
  if (Object.keys(errors).length > 0) return { ok: false, values, errors };
  const isWhole =
    chosen.length === order.lines.length &&
    chosen.every((line, index) => line.quantity === order.lines[index]!.quantity);
  // `repeat` is part of the idempotency key: a resubmitted form posts the same number. It is bounded by the number of statements, so that
  // nobody adds rows at will; closed statements are added, so that a new statement after them gets its own row.
  const shown = Math.trunc(Number(values["repeat"])) || 0;
  const repeat = Math.min(Math.max(shown, 0), order.stated.length) + order.closedCount;
  const picked = isWhole
    ? { articles: "", lines: null }
    : { articles: articlesText(order.lines, chosen), lines: chosen };
  return { ok: true, values, order, statement: { ...parsed.value, ...picked, repeat } };
}
