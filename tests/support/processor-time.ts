import { readdirSync, readFileSync } from "node:fs";

/** A clock tick of /proc in ms: USER_HZ is 100 on every architecture that Node runs on. */
const TICK_MS = 10;

/**
 * Processor time (user and system, all threads) of a running process and of its descendants, in ms; only on Linux. The time of a
 * descendant that has ended counts once its parent has collected it.
 */
export function processorMs(pid: number): { own: number; children: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc"))
    if (/^\d+$/.test(name)) {
      const stat = statOf(Number(name));
      if (stat) parents.set(Number(name), stat.parent);
    }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  const own = statOf(pid)!;
  let children = own.ofEnded;
  for (const id of parents.keys()) {
    const stat = isBelow(id) ? statOf(id) : null;
    if (stat) children += stat.own + stat.ofEnded;
  }
  return { own: own.own * TICK_MS, children: children * TICK_MS };
}

/** Fields 4 and 14 to 17 of /proc/<pid>/stat (proc_pid_stat(5)), times in ticks; null if the process has ended. */
function statOf(pid: number): { parent: number; own: number; ofEnded: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const at = (field: number) => Number(fields[field - 3]);
    return { parent: at(4), own: at(14) + at(15), ofEnded: at(16) + at(17) };
  } catch {
    return null;
  }
}
