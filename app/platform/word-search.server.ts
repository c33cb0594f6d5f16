import { and, sql, type Column, type SQL } from "drizzle-orm";

/**
 * The rows whose folded text (no accents, no capitals: migration 0007) holds every word that is searched, the part
 * of a word included; every row when nothing is. A trigram index answers from three letters on.
 */
export function holdsWords(column: Column | SQL, search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== "");
  return and(
    // Asked for once: a kept plan would fold it again for every row.
    ...words.map(
      (word) => sql`${column} LIKE (SELECT fold(${`%${word.replace(/[\\%_]/g, "\\$&")}%`}))`,
    ),
  );
}
