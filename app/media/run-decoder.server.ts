import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DecodedUpload, DecoderTask } from "./decode-picture.server.ts";

/** Kernel limits of the decoder process. */
type DecoderLimits = { megabytes: number; cpuSeconds: number };
/** « ended »: the kernel stopped the process at a limit, or the picture crashed it. */
type Decoded<T> = { kind: "done"; result: T } | { kind: "ended"; signal: string };
type Result<Task extends DecoderTask> = Task extends { kind: "upload" }
  ? DecodedUpload
  : Task extends { kind: "drawing" }
    ? Uint8Array
    : Uint8Array[];

/** Timeout by the clock: twice the largest CPU limit, for a busy machine. */
const TIMEOUT_MS = 60_000;
/** Signals that end a process at its limits: from the kernel, or from an allocator that gets no more memory. */
const LIMIT_SIGNALS = new Set("SIGXCPU SIGKILL SIGABRT SIGSEGV SIGBUS SIGTRAP SIGILL".split(" "));

/** From sources (`npm run dev`), Node strips types with WebAssembly, which --jitless disables. */
const IS_BUILT = !import.meta.url.endsWith(".ts");
/** The program is beside this file, or in the folder above when this file is part of a built chunk. */
const PROGRAM = fileURLToPath(
  import.meta.url.replace(/(?:\/assets)?\/[^/]+\.([jt]s)$/, "/picture-decoder.$1"),
);
/** With its JIT, V8 reserves half a gigabyte for machine code, which would count towards the memory limit. */
const FLAGS = IS_BUILT ? ["--jitless", "--max-old-space-size=64", "--v8-pool-size=1"] : [];

/**
 * Runs one task in a process of its own, without the shop's environment. The kernel limits its memory (RLIMIT_DATA, Linux) and
 * CPU time (RLIMIT_CPU). docs/decisions/0037.
 * @throws when the process cannot start, or the task fails for another reason than its picture
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
    // Each malloc arena counts towards the memory limit as a whole.
    env: { MALLOC_ARENA_MAX: "1" },
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    // Its own process group: Ctrl-C in the terminal does not kill it, so that the shop finishes current work.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let answer: { result: Result<Task> } | { error: string } | undefined;
    decoder.once("message", (message) => (answer = message as typeof answer));
    decoder.once("error", reject);
    decoder.once("close", (code, signal) => {
      if (answer && "result" in answer) resolve({ kind: "done", result: answer.result });
      else if (signal && LIMIT_SIGNALS.has(signal)) resolve({ kind: "ended", signal });
      else
        reject(
          new Error(`the picture decoder failed: ${answer?.error ?? signal ?? `exit ${code}`}`),
        );
    });
    // A failed send is ignored: « close » reports a process that ended before it read its task.
    decoder.send(task, () => undefined);
  });
}
