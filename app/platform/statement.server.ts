import type { PoolClient, QueryConfig, QueryResult } from "pg";

/** The text of a SQL statement, and how its rows are parsed. */
export type Statement = Omit<QueryConfig, "values"> & { rowMode?: string };

/**
 * Longer texts (in characters) are not prepared: they contain inlined lists that hardly repeat, and would waste the server's
 * memory.
 */
const LONGEST_PREPARED = 4_000;
/**
 * Maximal prepared statements per connection: PostgreSQL keeps about 100 KB for each, and the lists' filters produce
 * thousands of different texts. All pages together need 127 (tests/requests/permission-matrix.test.ts).
 */
const MOST_PREPARED = 150;
/** Maximal size of the cache of statement names. A full cache is cleared, and its texts get new names. */
const MOST_NAMES = 2_000;

const names = new Map<string, string>();
let named = 0;
const preparedBy = new WeakMap<PoolClient, Set<string>>();

/** Whether the connection has MOST_PREPARED prepared statements. The pool then closes it, which frees their memory. */
export function hasMaxStatements(client: PoolClient): boolean {
  return (preparedBy.get(client)?.size ?? 0) >= MOST_PREPARED;
}

/** The statement with a name, so that each connection prepares it once; unchanged without values or when it is too long. */
function prepared(
  client: PoolClient,
  statement: Statement,
  values: unknown[] | undefined,
): Statement {
  const { text } = statement;
  if (!values || text.length > LONGEST_PREPARED) return statement;
  const name = nameOf(text);
  const kept = preparedBy.get(client);
  if (kept) kept.add(name);
  else preparedBy.set(client, new Set([name]));
  return { ...statement, name };
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_NAMES) names.clear();
  const name = `s${++named}`;
  names.set(text, name);
  return name;
}

/**
 * Runs the statement; rejects after `timeoutMs` without a response (undefined: no timeout). Callbacks instead of pg's own
 * promises and `query_timeout`: those attach closures in V8's old generation, which kept each response until the next full
 * collection (decision 22).
 */
export function runStatement(
  client: PoolClient,
  statement: Statement,
  values: unknown[] | undefined,
  timeoutMs: number | undefined,
): Promise<QueryResult<any>> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    client.query(
      { ...prepared(client, statement, values), values } as QueryConfig,
      (error, result) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result);
      },
    );
    const late = () => reject(new Error("read timeout: the database didn't answer"));
    if (timeoutMs !== undefined) timer = setTimeout(late, timeoutMs);
  });
}
