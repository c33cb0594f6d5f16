import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { DATA_DIR } from "../../../playwright.config.ts";
import { runningUrl } from "../../../server/postgres.ts";
import type { Page } from "../test.ts";

/** A state of a page: its name and the steps that open it. */
export type State = [name: string, open: (page: Page) => Promise<unknown>];

/** Runs `act` with a database connection of its own, which `change` then closes. */
export async function change(act: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await act(sql);
  await sql.end();
}
