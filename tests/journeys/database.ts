import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";

/** Stores a settings group of the journeys' shop that has none yet. */
export const insertSettings = (name: string, value: object): Promise<void> =>
  withDatabase(
    (sql) =>
      sql`INSERT INTO settings (name, value) VALUES (${name}, ${JSON.stringify(value)}::text::jsonb)`,
  );

/** Changes rows of the journeys' shop directly. */
export async function withDatabase(act: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await act(sql);
  await sql.end();
}
