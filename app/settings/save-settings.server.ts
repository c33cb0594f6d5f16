import { and, desc, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { claimPictures } from "#app/media/uploads.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { auditEvents, settings as table, type AuditedChange } from "#db/schema/index.ts";
import { claimDrawings } from "./claim-drawings.server.ts";
import {
  fixedFields,
  draftOf,
  GROUPS,
  LISTS,
  picturesOf,
  type Draft,
  type GroupName,
  type Settings,
} from "./groups.ts";
import { readableOf } from "./readable.ts";
import { deliveredSettings } from "./settings.server.ts";

export type SaveOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: Record<string, string> }
  /** Another administrator saved the group since the form was loaded: nothing was written. */
  | { kind: "conflict" };

/**
 * What a group's schema can't check because it needs the database. Returns errors by field; of an item in a list
 * « slides.0.productId ».
 */
export type SettingsCheck<Group extends GroupName = GroupName> = (
  tx: Transaction,
  value: Settings[Group],
  /** The stored value, or the delivered one. */
  before: Settings[Group],
) => Promise<Record<string, string>>;

/** What a group's form needs of other rooms. */
export type SettingsRules<Group extends GroupName = GroupName> = {
  check?: SettingsCheck<Group>;
  /** The names of the products that these texts name, by id or stored name, for the history and conflicts. */
  productNames?: (db: Queryable, drafts: readonly Draft[]) => Promise<Record<string, string>>;
};

/** Rolls the transaction back: uploads that it has claimed wait for the next attempt. */
class NotSaved extends Error {
  readonly outcome: SaveOutcome;
  constructor(outcome: SaveOutcome) {
    super("settings not saved");
    this.outcome = outcome;
  }
}

const NO_PICTURE = "Cette image n’existe plus\u00a0: envoyez-la de nouveau.";

/**
 * Saves a group of settings. `version`: the one that the form was loaded with, 0 while the group is as delivered. Fields that
 * environment variables set keep their stored value. Uploaded pictures that the value names are claimed; the sweep removes
 * those that no value names any more (media/sweep.server.ts), since open pages may still show them.
 */
export async function saveSettings(
  { db, config, settings }: Pick<Services, "db" | "config" | "settings">,
  admin: Admin,
  {
    group,
    version,
    draft,
    rules = {},
  }: { group: GroupName; version: number; draft: Draft; rules?: SettingsRules<never> },
): Promise<SaveOutcome> {
  const outcome = await asAdmin(db, admin, async (tx): Promise<SaveOutcome> => {
    const [row] = await tx.select().from(table).where(eq(table.name, group)).for("update");
    if ((row?.version ?? 0) !== version) return { kind: "conflict" };
    const { schema } = GROUPS[group];
    const before: Record<string, unknown> = {
      ...deliveredSettings(group, config),
      ...(row?.value as object | undefined),
    };
    const fixed = Object.keys(fixedFields(config, group));
    const parsed = schema.safeParse({ ...draft, ...pick(before, fixed) });
    // Through the schema: jsonb has its own order of keys, which would look like a change.
    const stored = schema.safeParse(before);
    if (!parsed.success)
      return { kind: "invalid", errors: firstErrors(group, parsed.error.issues) };
    const former = stored.data ?? (before as Settings[GroupName]);
    const [formerTexts, texts] = [draftOf(group, former), draftOf(group, parsed.data)];
    const products = (await rules.productNames?.(tx, [formerTexts, texts])) ?? {};
    const changes = changesBetween(group, formerTexts, texts, products);
    if (changes.length === 0) return { kind: "saved" };
    const claimed = await claimDrawings(tx, admin, group, parsed.data, before);
    if ("errors" in claimed) throw new NotSaved({ kind: "invalid", ...claimed });
    const { value } = claimed;
    const errors = {
      ...(await (rules.check as SettingsCheck | undefined)?.(tx, value, former)),
      ...(await claimNamedPictures(tx, admin, group, value)),
    };
    if (Object.keys(errors).length > 0)
      throw new NotSaved({ kind: "invalid", errors: namedErrors(group, errors) });
    // The primary key decides between two first saves: the later one is a conflict.
    const written = row
      ? await tx
          .update(table)
          .set({ value, version: version + 1, updatedAt: sql`now()` })
          .where(eq(table.name, group))
          .returning({ version: table.version })
      : await tx
          .insert(table)
          .values({ name: group, value })
          .onConflictDoNothing()
          .returning({ version: table.version });
    if (written.length === 0) throw new NotSaved({ kind: "conflict" });
    const subject = { type: "settings" as const, id: group, name: GROUPS[group].title };
    await recordActs(tx, admin, [{ act: "settings-updated", subject, changes }]);
    return { kind: "saved" };
  }).catch((error: unknown) => {
    if (error instanceof NotSaved) return error.outcome;
    throw error;
  });
  // The other nodes reload by the notification; this one must show the new settings in its response.
  if (outcome.kind === "saved") await settings.load();
  return outcome;
}

/** Claims the pictures that a group's value names; returns an error for each field with a missing one. */
async function claimNamedPictures(
  tx: Transaction,
  admin: Admin,
  group: GroupName,
  value: Settings[GroupName],
): Promise<Record<string, string>> {
  const named = picturesOf(group, value);
  const paths = [...new Set(named.map(({ path }) => path))];
  const missing = await claimPictures(tx, admin, paths);
  return Object.fromEntries(
    named.flatMap(({ field, path }) => (missing.has(path) ? [[field, NO_PICTURE]] : [])),
  );
}

const pick = (value: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, value[field]]));

function firstErrors(
  group: GroupName,
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const isItem = `${group}.${String(path[0])}` in LISTS;
    errors[isItem ? path.join(".") : String(path[0] ?? "form")] ??= message;
  }
  return namedErrors(group, errors);
}

/** Adds to the error of an item in a list which item and which part it is: « Diapositive 2, titre : … ». */
function namedErrors(group: GroupName, errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const [field, index, part = ""] = name.split(".");
      const list = LISTS[`${group}.${field}`];
      if (!list || index === undefined) return [name, message];
      const place = [`${list.item} ${Number(index) + 1}`, list.parts[part]].filter(Boolean);
      return [
        name,
        `${place.join(", ")}\u00a0: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
      ];
    }),
  );
}

function changesBetween(
  group: GroupName,
  former: Draft,
  latter: Draft,
  products: Record<string, string>,
): AuditedChange[] {
  return Object.entries(GROUPS[group].fields).flatMap(([field, name]) => {
    const [earlier, later] = [former[field]!, latter[field]!];
    if (earlier === later) return [];
    const before = readableOf(group, field, earlier, { later, products });
    const after = readableOf(group, field, later, { earlier, products });
    return [{ field: name, before: before || null, after: after || null }];
  });
}

/** Who saved a group last, and when; undefined while nobody has. */
export async function lastSave(db: Queryable, group: GroupName) {
  const [last] = await db
    .select({ actorName: auditEvents.actorName, createdAt: auditEvents.createdAt })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectType, "settings"), eq(auditEvents.subjectId, group)))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return last;
}
