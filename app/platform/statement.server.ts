import type { PoolClient, QueryConfig, QueryResult } from "pg";

/** A statement: its text, and how its rows are read. */
export type Statement = Omit<QueryConfig, "values"> & { rowMode?: string };

/** Longer texts are lists written out, each of another length: kept prepared, they would only fill the server's memory. */
const LONGEST_PREPARED = 4_000;
const names = new Map<string, string>();

/** Prepared once a connection: else each statement is parsed and planned anew. */
function prepared(statement: Statement, values: unknown[] | undefined): Statement {
  const { text } = statement;
  if (!values || text.length > LONGEST_PREPARED) return statement;
  let name = names.get(text);
  if (!name) names.set(text, (name = `s${names.size}`));
  return { ...statement, name };
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
    client.query({ ...prepared(statement, values), values } as QueryConfig, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
    const late = () => reject(new Error("read timeout: the database didn't answer"));
    if (patience !== undefined) timer = setTimeout(late, patience);
  });
}
