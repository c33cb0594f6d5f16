import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DecoderTask } from "./decode-picture.server.ts";
import type { DecodedUpload } from "./decoded-upload.ts";

/** Kernel limits of the decoder process: data memory in MB of 1,048,576 bytes, and CPU time in seconds. */
type DecoderLimits = { megabytes: number; cpuSeconds: number };
/** « ended »: the kernel stopped the process at a limit, or the picture crashed it. */
type Decoded<T> = { kind: "done"; result: T } | { kind: "ended"; signal: string };
type Result<Task extends DecoderTask> = Task extends { kind: "upload" }
  ? DecodedUpload
  : Task extends { kind: "drawing" }
    ? Uint8Array
    : Uint8Array[];

/** The process is killed after this time: twice the largest CPU limit, because a busy machine runs it slowly. */
const TIMEOUT_MS = 60_000;
/** Signals that end a process at its limits: from the kernel, or from an allocator that gets no more memory. */
const LIMIT_SIGNALS = new Set("SIGXCPU SIGKILL SIGABRT SIGSEGV SIGBUS SIGTRAP SIGILL".split(" "));

/**
 * Whether this is the built program. `npm run dev` runs the sources: Node strips their types with WebAssembly, which --jitless
 * disables.
 */
const IS_BUILT = !import.meta.url.endsWith(".ts");
/**
 * The path of the decoder program: beside this file, or in the folder above if this file is bundled in a chunk under assets/.
 */
const PROGRAM = fileURLToPath(
  import.meta.url.replace(/(?:\/assets)?\/[^/]+\.([jt]s)$/, "/picture-decoder.$1"),
);
/** With its JIT, V8 reserves half a gigabyte for machine code, which would count towards the memory limit. */
const FLAGS = IS_BUILT ? ["--jitless", "--max-old-space-size=64", "--v8-pool-size=1"] : [];

/**
 * Runs one task in a separate process, without the shop's environment variables. The kernel limits the process' memory
 * (RLIMIT_DATA, only on Linux and in the built shop) and CPU time (RLIMIT_CPU). See docs/decisions/0037.
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
    // In a separate process group, so that Ctrl-C in the terminal does not kill it: the shop finishes current work first.
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
    // An error of `send` is ignored: if the process ended before it read the task, « close » reports this.
    decoder.send(task, () => undefined);
  });
}
