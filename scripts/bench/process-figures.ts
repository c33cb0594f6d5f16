import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** User and system time of a process so far, in seconds (proc(5), stat 14 and 15). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** What the machine's host has given to others of its processors so far, in seconds of one (proc(5), stat's « steal »). */
export function stolenSeconds(): number {
  const [all] = readFileSync("/proc/stat", "utf8").split("\n");
  return Number(all!.trim().split(/\s+/)[8] ?? 0) / TICKS_PER_SECOND;
}

/** Resident memory of a process, in KB of 1,024 bytes (proc(5), VmRSS). */
export function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}
