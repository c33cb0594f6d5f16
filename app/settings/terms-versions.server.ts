import { createHash } from "node:crypto";
import { sql as statement } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { TODAY } from "#app/platform/paris-time.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

/** The day of the first version of a demo (specification §2) and of a shop of 0.1.0. Other shops have the day of their opening. */
export const FIRST_TERMS = "2024-02-19";

export type TermsVersion = { effectiveOn: string; hash: string };
/**
 * The terms of sale. `versions`: newest first, each distinct text once, with the latest day on which it came into force. `firstOn`:
 * the day of the oldest version.
 */
export type Terms = { inForce: TermsVersion; versions: TermsVersion[]; firstOn: string };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Stores `text` as a new version if it differs from the one in force, then reads all versions. Only at a start or a save, not after a
 * notification: two nodes that render different terms (a rolling restart) would notify each other in an endless loop.
 */
export async function keepTerms(db: Database, text: string): Promise<Terms> {
  const stored = await readVersions(db);
  if (stored[0]?.hash === hashOf(text)) return termsOf(stored);
  await db.transaction((tx) => publishTerms(tx, text, FIRST_TERMS));
  return termsOf(await readVersions(db));
}

/**
 * Stores `text` as the version in force, unless it already is. A lock serializes several nodes: the second one sees the row of the
 * first. `firstOn`: the day to store for a shop's first version; null: today.
 */
export async function publishTerms(
  tx: Transaction,
  text: string,
  firstOn: string | null,
): Promise<void> {
  const hash = hashOf(text);
  const published = statement`SELECT hash FROM terms_versions WHERE NOT is_draft ORDER BY created_at DESC, id DESC LIMIT 1`;
  await tx.execute(statement`SELECT pg_advisory_xact_lock(hashtext('terms_versions'))`);
  await tx.execute(statement`
    INSERT INTO terms_versions (id, effective_on, hash, text)
    SELECT ${newId()}, CASE WHEN EXISTS (${published}) THEN ${TODAY} ELSE coalesce(${firstOn}::date, ${TODAY}) END, ${hash}, ${text}
    WHERE ${hash} IS DISTINCT FROM (${published})`);
}

/**
 * The version that an order accepts: the one in force. Before the first opening, administrators' trial orders accept the draft,
 * whose text is stored for their mail and page without becoming a version of the shop's history.
 */
export async function acceptedTerms(
  tx: Transaction,
  settings: { current: () => { terms: Terms | null }; renderTerms: () => string },
): Promise<TermsVersion> {
  const { terms } = settings.current();
  if (terms) return terms.inForce;
  const { rows: opened } = await tx.execute(statement`SELECT FROM shop_state`);
  // Another node has opened the shop, and this one has not loaded that yet.
  const [inForce] = opened.length > 0 ? await readVersions(tx) : [];
  return inForce ?? storeDraft(tx, settings.renderTerms());
}

async function storeDraft(tx: Transaction, text: string): Promise<TermsVersion> {
  const hash = hashOf(text);
  const stored = statement`SELECT to_char(effective_on, 'YYYY-MM-DD') AS "effectiveOn", hash
    FROM terms_versions WHERE hash = ${hash} AND is_draft ORDER BY created_at LIMIT 1`;
  await tx.execute(statement`
    INSERT INTO terms_versions (id, effective_on, hash, text, is_draft)
    SELECT ${newId()}, ${TODAY}, ${hash}, ${text}, true WHERE NOT EXISTS (${stored})`);
  return (await tx.execute<TermsVersion>(stored)).rows[0]!;
}

async function readVersions(db: Queryable): Promise<TermsVersion[]> {
  const { rows } = await db.execute<TermsVersion>(statement`
    SELECT to_char(effective_on, 'YYYY-MM-DD') AS "effectiveOn", hash
    FROM terms_versions WHERE NOT is_draft ORDER BY created_at DESC, id DESC`);
  return rows;
}

/** The versions of the terms; null while none is stored. */
export async function readTermsVersions(db: Queryable): Promise<Terms | null> {
  const versions = await readVersions(db);
  return versions.length > 0 ? termsOf(versions) : null;
}

function termsOf(versions: TermsVersion[]): Terms {
  const inForce = versions[0]!;
  const isLatest = ({ hash }: TermsVersion, place: number) =>
    versions.findIndex((other) => other.hash === hash) === place;
  return { inForce, versions: versions.filter(isLatest), firstOn: versions.at(-1)!.effectiveOn };
}

/**
 * The text of the terms with this hash, and the days from which it was in force, latest first (of a draft: the day of its first trial
 * order); null if there is none.
 */
export async function readTerms(
  sql: Sql,
  hash: string,
): Promise<{ effectiveOn: string[]; text: string } | null> {
  const found = await sql<{ effectiveOn: string; text: string; isDraft: boolean }[]>`
    SELECT to_char(effective_on, 'YYYY-MM-DD') AS "effectiveOn", text, is_draft AS "isDraft"
    FROM terms_versions WHERE hash = ${hash} ORDER BY is_draft, created_at DESC, id DESC`;
  const [latest] = found;
  if (!latest) return null;
  const days = found.filter(({ isDraft }) => isDraft === latest.isDraft);
  return { text: latest.text, effectiveOn: [...new Set(days.map((one) => one.effectiveOn))] };
}
