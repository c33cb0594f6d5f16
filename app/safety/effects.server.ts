import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { DECLARATION_DAYS } from "#app/platform/legal-constants.ts";
import { dayOf, TODAY, parisToday } from "#app/platform/paris-time.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Services } from "#app/request-context.ts";
import { clampBounded, type Paged } from "#app/ui/bounded-count.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { effectReports } from "#db/schema/index.ts";
import type { EffectState } from "./effect-query.ts";
import type { EffectAct } from "./effect-schema.ts";

const PAGE_SIZE = 6;

/** A report in the administrators' list. `daysLeft`: days to declare a serious effect; null if not serious, or declared. */
export type ListedEffect = typeof effectReports.$inferSelect & { daysLeft: number | null };
/** One page of reports. */
export type EffectList = Paged & {
  effects: ListedEffect[];
  counts: Record<EffectState, number>;
};

const STATES: Record<EffectState, SQL> = {
  nouveaux: and(isNull(effectReports.closedAt), isNull(effectReports.declaredOn))!,
  declares: and(isNull(effectReports.closedAt), isNotNull(effectReports.declaredOn))!,
  clos: isNotNull(effectReports.closedAt),
};
const DAYS_LEFT = sql<
  number | null
>`CASE WHEN seriousness <> 'none' AND declared_on IS NULL AND closed_at IS NULL THEN
  ${dayOf(sql`created_at`)} + ${DECLARATION_DAYS}::integer - ${TODAY} END`;

/** One page of the reports in this state, 6 a page: closed ones latest first, others by what is due first. */
export async function listEffects(
  db: Queryable,
  { page, state }: { page: number; state: EffectState },
): Promise<EffectList> {
  const counted = (Object.keys(STATES) as EffectState[]).map(
    (name) =>
      sql`${boundedCount(sql`FROM ${effectReports} WHERE ${STATES[name]}`)} AS ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<EffectList["counts"]>(
    sql`SELECT ${sql.join(counted, sql`, `)}`,
  );
  const counts = rows[0]!;
  const { offset, ...shown } = clampBounded(page, counts[state], PAGE_SIZE);
  const found = await db
    .select({ effect: effectReports, daysLeft: DAYS_LEFT })
    .from(effectReports)
    .where(STATES[state])
    .orderBy(
      ...(state === "clos"
        ? [desc(effectReports.closedAt), desc(effectReports.id)]
        : [asc(sql`seriousness = 'none'`), asc(effectReports.id)]),
    )
    .limit(PAGE_SIZE)
    .offset(offset);
  const effects = found.map(({ effect, daysLeft }) => ({
    ...effect,
    email: shownEmail(effect.email),
    daysLeft,
  }));
  return { effects, counts, ...shown };
}

export type EffectOutcome =
  | "declared"
  | "closed"
  | "already"
  /** The day of the declaration is before the report (« too-early ») or in the future. */
  | "too-early"
  | "future"
  /** A serious effect that is not declared is closed only if `confirmed` is set. */
  | "unconfirmed"
  | "not-found";

/**
 * Stores the day on which a report was declared to the authority, or closes the report for good. The day can be changed while the report
 * is open.
 */
export async function decideEffect(
  { db }: Pick<Services, "db">,
  admin: Admin,
  act: EffectAct,
): Promise<EffectOutcome> {
  if (act.intent === "declare" && act.day > parisToday()) return "future";
  return asAdmin(db, admin, async (tx) => {
    const [report] = await tx
      .select()
      .from(effectReports)
      .where(eq(effectReports.id, act.id))
      .for("update");
    if (!report) return "not-found";
    if (report.closedAt) return "already";
    const { declaredOn, productId, seriousness } = report;
    if (act.intent === "declare") {
      if (act.day === declaredOn) return "already";
      if (act.day < parisDay(report.createdAt)) return "too-early";
    } else if (seriousness !== "none" && !declaredOn && !act.confirmed) return "unconfirmed";
    const isDeclared = act.intent === "declare";
    await tx
      .update(effectReports)
      .set(isDeclared ? { declaredOn: act.day } : { closedAt: sql`now()` })
      .where(eq(effectReports.id, act.id));
    const before = declaredOn && frenchLongDay(declaredOn);
    await recordActs(tx, admin, [
      {
        act: isDeclared ? "effect-declared" : "effect-closed",
        // Account deletion does not reach the audit trail, so a typed name must not get there.
        subject: {
          type: "product",
          id: productId,
          name: productId === "" ? TYPED_PRODUCT : report.productName,
        },
        changes: isDeclared ? [{ field: "Déclaré le", before, after: frenchLongDay(act.day) }] : [],
      },
    ]);
    return isDeclared ? "declared" : "closed";
  });
}

/** Condition: reports sent from this lower-case address. Use it only for an address that the account has confirmed. */
export const effectsFrom = (email: string | SQL) => sql`lower(${effectReports.email}) = ${email}`;
/** Stands for the product that a reporter typed: it may be anything, also health or personal data. */
const TYPED_PRODUCT = "Produit indiqué par l’auteur";
const NOBODY = {
  name: "",
  email: "",
  phone: "",
  productName: sql`CASE WHEN product_id = '' THEN ${TYPED_PRODUCT} ELSE product_name END`,
};

/**
 * Account deletion: removes name, address, telephone and the typed product from the reports of a confirmed address (null:
 * unconfirmed).
 */
export async function forgetEffectsOf(
  tx: Transaction,
  { email }: { email: string | null },
): Promise<void> {
  if (email === null) return;
  const own = await tx
    .select({ id: effectReports.id })
    .from(effectReports)
    .where(effectsFrom(email))
    .orderBy(effectReports.id)
    .for("update");
  for (const { id } of own)
    await tx.update(effectReports).set(NOBODY).where(eq(effectReports.id, id));
}

/**
 * Retention: removes who reported and the typed product a year after the closing, and deletes a closed report after ten years (regulation
 * 1223/2009, art. 11 (3): the product information file). Open reports stay.
 */
export async function forgetOldEffects(db: Database): Promise<void> {
  const closedBefore = (interval: string) =>
    lt(effectReports.closedAt, sql`now() - ${interval}::interval`);
  const isNamed = or(
    ne(effectReports.name, ""),
    ne(effectReports.email, ""),
    ne(effectReports.phone, ""),
  );
  const named = db
    .select({ id: effectReports.id })
    .from(effectReports)
    .where(and(closedBefore("1 year"), isNamed))
    .for("update", { skipLocked: true });
  await db.update(effectReports).set(NOBODY).where(inArray(effectReports.id, named));
  const old = db
    .select({ id: effectReports.id })
    .from(effectReports)
    .where(closedBefore("10 years"))
    .for("update", { skipLocked: true });
  await db.delete(effectReports).where(inArray(effectReports.id, old));
}
