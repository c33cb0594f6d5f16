import { describeError, type Logger } from "#app/platform/log.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { CATEGORIES, type Category } from "./product-schema.ts";

export type EmptyCategories = ReturnType<typeof createEmptyCategories>;

/** Keeps the categories without products in memory, so that no page queries them for its footer. */
export function createEmptyCategories(sql: Sql, log: Logger) {
  let empty: readonly Category[] = [];
  let running: Promise<boolean> | null = null;
  let pending: Promise<boolean> | null = null;

  async function read(): Promise<boolean> {
    try {
      const [row] = await sql<{ sold: string[] }[]>`
        SELECT ARRAY(SELECT category FROM product_counts GROUP BY category HAVING sum(count) > 0) AS sold`;
      const before = empty.join();
      empty = CATEGORIES.filter((category) => !row!.sold.includes(category));
      return empty.join() !== before;
    } catch (error) {
      // Keeps the former list: the footer may link to an empty category until the next change of a product.
      log.warn({ error: describeError(error) }, "empty categories could not be read");
      return false;
    }
  }

  return {
    current: (): readonly Category[] => empty,
    /**
     * Reads the empty categories again after a change of products. Returns whether they have changed. Calls during a read share one
     * further read.
     */
    reload(): Promise<boolean> {
      if (running)
        return (pending ??= running.then(() => {
          pending = null;
          return this.reload();
        }));
      return (running = read().finally(() => (running = null)));
    },
  };
}
