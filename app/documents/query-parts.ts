import { sql } from "drizzle-orm";

// SQL that the queries of several collections use.

/** A timestamp as milliseconds since 1970 (specification §3). */
export const ms = (column: string) =>
  sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`);
export const blank = (column: string) => sql.raw(`coalesce(${column}, '')`);
/** A stored picture's path in the exported folder. */
export const address = (path: string) => sql.raw(`coalesce('files/' || ${path}, '')`);
export const joinExtra = (collection: string, id: string) =>
  sql.raw(
    `LEFT JOIN imported_fields AS extra ON extra.collection = '${collection}' AND extra.document_id = ${id}`,
  );
