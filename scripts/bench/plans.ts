import { connect, type Database } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};
type Explained = { "Query Text": string; Plan: Node };
/** The executed plan of one statement. */
export type Plan = {
  text: string;
  scans: Scan[];
  /** Input rows of the plan's largest sort. */
  sorted: number;
  /** Whether the plan has parallel workers. */
  isParallel: boolean;
};
type Scan = {
  /** « Seq Scan », « Index Only Scan »… */ kind: string;
  relation: string;
  /** Rows read, including those removed by a filter. */ rows: number;
};

/**
 * Opens a connection with auto_explain. `plansOf` returns the executed plans of the statements that `run` sends, with their
 * real parameters and row counts, unlike a separate EXPLAIN.
 */
export async function openExplained(
  url: string,
): Promise<{ sql: Sql; db: Database; plansOf(run: () => Promise<unknown>): Promise<Plan[]> }> {
  const plans: Plan[] = [];
  const onNotice = (message: string) => {
    const [, json] = /plan:\n(.*)$/s.exec(message) ?? [];
    if (!json) return;
    const { "Query Text": text, Plan: root } = JSON.parse(json) as Explained;
    plans.push({
      text,
      scans: scansOf(root),
      sorted: sortedBy(root),
      isParallel: /"Gather/.test(json),
    });
  };
  const { sql, db } = connect(url, { max: 1, statementTimeout: 0, onNotice });
  await sql.unsafe(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
    SET auto_explain.log_timing = off; SET auto_explain.log_format = json; SET auto_explain.log_nested_statements = on; SET client_min_messages = log`);
  return {
    sql,
    db,
    async plansOf(run) {
      plans.length = 0;
      await run();
      return [...plans];
    },
  };
}

function scansOf(node: Node): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const relation = node["Relation Name"];
  if (!relation) return below;
  const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return [{ kind: node["Node Type"], relation, rows }, ...below];
}

function sortedBy(node: Node): number {
  const below = node.Plans ?? [];
  const own = node["Node Type"].endsWith("Sort") ? below[0]!["Actual Rows"] : 0;
  return Math.max(own, ...below.map(sortedBy));
}
