import { createHash } from "node:crypto";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

/** The first version's day (specification §2). */
export const FIRST_TERMS = "2024-02-19";

export type TermsVersion = { effectiveOn: string; hash: string };
/**
 * The terms of sale: the version in force; all versions, newest first, each text once with its latest day; and the day of the
 * first one.
 */
export type Terms = { inForce: TermsVersion; versions: TermsVersion[]; firstOn: string };

/**
 * Reads the versions of the terms, and first stores `text` as a new one if it differs from the one in force. Safe on several
 * nodes at once: a lock makes the second one read the row of the first. Only for a start or a save: two nodes that render
 * different terms (a rolling restart) would answer each other's notifications without end.
 */
export async function keepTerms(sql: Sql, text: string): Promise<Terms> {
  const hash = createHash("sha256").update(text).digest("hex");
  const stored = await readVersions(sql);
  if (stored[0]?.hash === hash) return termsOf(stored);
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('terms_versions'))`;
    await tx`
      INSERT INTO terms_versions (id, effective_on, hash, text)
      SELECT ${newId()},
        CASE WHEN EXISTS (SELECT FROM terms_versions) THEN (now() AT TIME ZONE 'Europe/Paris')::date ELSE ${FIRST_TERMS}::date END,
        ${hash}, ${text}
      WHERE ${hash} IS DISTINCT FROM (SELECT hash FROM terms_versions ORDER BY created_at DESC, id DESC LIMIT 1)`;
  });
  return termsOf(await readVersions(sql));
}

function readVersions(sql: Sql): Promise<TermsVersion[]> {
  return sql<TermsVersion[]>`
    SELECT to_char(effective_on, 'YYYY-MM-DD') AS "effectiveOn", hash
    FROM terms_versions ORDER BY created_at DESC, id DESC`;
}

/** The versions of the terms; null while none is stored. */
export async function readTermsVersions(sql: Sql): Promise<Terms | null> {
  const versions = await readVersions(sql);
  return versions.length > 0 ? termsOf(versions) : null;
}

function termsOf(versions: TermsVersion[]): Terms {
  const inForce = versions[0]!;
  const isLatest = ({ hash }: TermsVersion, place: number) =>
    versions.findIndex((other) => other.hash === hash) === place;
  return { inForce, versions: versions.filter(isLatest), firstOn: versions.at(-1)!.effectiveOn };
}

/** A text of the terms, and the days from which it was in force, latest first; null if there is none with this hash. */
export async function readTerms(
  sql: Sql,
  hash: string,
): Promise<{ effectiveOn: string[]; text: string } | null> {
  const found = await sql<{ effectiveOn: string; text: string }[]>`
    SELECT to_char(effective_on, 'YYYY-MM-DD') AS "effectiveOn", text
    FROM terms_versions WHERE hash = ${hash} ORDER BY created_at DESC, id DESC`;
  const [latest] = found;
  return latest ? { text: latest.text, effectiveOn: found.map((one) => one.effectiveOn) } : null;
}
