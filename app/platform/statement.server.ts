import type { PoolClient, QueryConfig, QueryResult } from "pg";

/** A statement: its text, and how its rows are read. */
export type Statement = Omit<QueryConfig, "values"> & { rowMode?: string };

/** Longer texts are lists written out, each of another length: kept prepared, they would only fill the server's memory. */
const LONGEST_PREPARED = 4_000;
/**
 * Statements that one connection keeps prepared. PostgreSQL keeps text, tree and plan of each, about 100 KB, and filters make
 * thousands of texts. All pages together need 127 (tests/requests/permission-matrix.test.ts).
 */
const MOST_PREPARED = 150;
/** Names of texts that are remembered here; one that was forgotten gets another name. */
const MOST_NAMES = 2_000;

const names = new Map<string, string>();
let named = 0;
const preparedBy = new WeakMap<PoolClient, Set<string>>();

/** Whether a connection keeps as many statements as it may: closing it frees them, and a new one begins with none. */
export function isFull(client: PoolClient): boolean {
  return (preparedBy.get(client)?.size ?? 0) >= MOST_PREPARED;
}

/** Prepared once a connection: else each statement is parsed and planned anew. */
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
 * What the server answers; an error when that takes longer than `patience` ms. pg's own promises and its `query_timeout`
 * assign a closure to what they send, which V8 makes among its old objects: each answer stayed until those are collected
 * (decision 22).
 */
export function answerOf(
  client: PoolClient,
  statement: Statement,
  values: unknown[] | undefined,
  patience: number | undefined,
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
    if (patience !== undefined) timer = setTimeout(late, patience);
  });
}
