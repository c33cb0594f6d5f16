import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DecodedUpload, DecoderTask } from "./decode-picture.server.ts";

/** What the kernel holds the decoder to. */
type DecoderLimits = { megabytes: number; cpuSeconds: number };
/** « ended »: a limit was reached, or the picture broke the decoder. */
type Decoded<T> = { kind: "done"; result: T } | { kind: "ended"; signal: string };
type Result<Task extends DecoderTask> = Task extends { kind: "upload" }
  ? DecodedUpload
  : Uint8Array[];

/** Twice the longest CPU time: on a machine that has much else to do. */
const LONGEST_MS = 60_000;
/** How a process ends that took too much: the kernel's answers, and those of allocators that get no more memory. */
const OWN_FAULT = new Set("SIGXCPU SIGKILL SIGABRT SIGSEGV SIGBUS SIGTRAP SIGILL".split(" "));

/** Run from its sources (`npm run dev`), Node needs WebAssembly to read them, which --jitless takes away. */
const IS_BUILT = !import.meta.url.endsWith(".ts");
/** Beside this file, or above the folder of the built chunk that holds it. */
const PROGRAM = fileURLToPath(
  import.meta.url.replace(/(?:\/assets)?\/[^/]+\.([jt]s)$/, "/picture-decoder.$1"),
);
/** Without its compiler V8 reserves no half gigabyte for machine code, which would count as memory. */
const FLAGS = IS_BUILT ? ["--jitless", "--max-old-space-size=64", "--v8-pool-size=1"] : [];

/**
 * Does one task in a process of its own, whose memory (RLIMIT_DATA, Linux) and CPU time (RLIMIT_CPU) the kernel bounds, without
 * the shop's environment. docs/decisions/0037.
 * @throws when the process can't be started, or the task fails by no fault of the picture.
 */
export function runDecoder<Task extends DecoderTask>(
  task: Task,
  { megabytes, cpuSeconds }: DecoderLimits,
): Promise<Decoded<Result<Task>>> {
  const memory = IS_BUILT ? `ulimit -d ${megabytes * 1024}; ` : "";
  const limits = `${memory}ulimit -t ${cpuSeconds}; ulimit -c 0; exec "$0" "$@"`;
  const decoder = spawn("/bin/sh", ["-c", limits, process.execPath, ...FLAGS, PROGRAM], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    // One arena: each other one would be counted as taken.
    env: { MALLOC_ARENA_MAX: "1" },
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
    // Out of the terminal's group: Ctrl-C lets the shop end what is under way.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let answer: { result: Result<Task> } | { error: string } | undefined;
    decoder.once("message", (message) => (answer = message as typeof answer));
    decoder.once("error", reject);
    decoder.once("close", (code, signal) => {
      if (answer && "result" in answer) resolve({ kind: "done", result: answer.result });
      else if (signal && OWN_FAULT.has(signal)) resolve({ kind: "ended", signal });
      else
        reject(
          new Error(`the picture decoder failed: ${answer?.error ?? signal ?? `exit ${code}`}`),
        );
    });
    // A process that ends before it reads says so itself.
    decoder.send(task, () => undefined);
  });
}
