import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** The documents that the thread renders: server/drawing-thread.ts has a function for each. */
export type Drawing = "mail" | "invoice" | "factur-x" | "terms";
export type DrawingTask = { id: number; drawing: Drawing; args: unknown[] };
export type DrawingAnswer = { id: number } & ({ result: unknown } | { error: string });

/** Concurrent tasks of the thread: while one waits for a stream, it works on another. */
const MAX_AT_ONCE = 4;
/** Tasks that wait for the thread: some seconds of work. Mails are fetched in two batches of ten at most. */
const MAX_WAITING = 200;
/** The thread ends after this time without a task, and gives its memory back. */
const IDLE_MS = 60_000;
/** How long the shutdown waits for tasks. */
const LONGEST_DRAIN_MS = 5_000;

/** Backpressure: too many tasks wait. The job queue retries a mail that fails with it. */
export class DrawingsFull extends Error {
  constructor() {
    super("too many drawings are waiting");
  }
}

/** From sources there is no thread: Node cannot run the JSX of the mail templates. */
const IS_BUILT = !import.meta.url.endsWith(".ts");
/** The program beside this file, or in the folder above if this file is bundled in a chunk under assets/. */
const PROGRAM = new URL(
  import.meta.url.replace(/(?:\/assets)?\/[^/]+\.[jt]s$/, "/drawing-thread.js"),
);

const ofBuild = createDrawingThread(PROGRAM);
/** Waits for the running drawings, then ends the thread. Called at shutdown, after everything that draws. */
export const endDrawings = ofBuild.end;

/** A result after its way through `postMessage`. */
type Copied<Result> = Result extends Uint8Array ? Uint8Array : Result;

/**
 * `draw`, run in the drawing thread, so that requests don't wait for it; from sources in this thread. Arguments and results are
 * copied (structured clone).
 * @throws DrawingsFull, or an error if the drawing failed or its thread crashed; the next task starts a new thread
 */
export function drawnInThread<Args extends unknown[], Result>(
  drawing: Drawing,
  draw: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Copied<Result>> {
  const run = (...args: Args) => ofBuild.run(drawing, args);
  return (IS_BUILT ? run : draw) as (...args: Args) => Promise<Copied<Result>>;
}

type Waiter = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** One thread that runs `program`: started by the first task, again after a crash, ended when idle. */
export function createDrawingThread(
  program: URL,
  { maxWaiting = MAX_WAITING, idleMs = IDLE_MS } = {},
) {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;
  /** In the thread, by id. */
  const running = new Map<number, Waiter>();
  const waiting: (Waiter & { task: DrawingTask })[] = [];

  function start(): Worker {
    // Out of memory at 128 MB ends only the thread. It gets none of the shop's environment variables.
    const started = new Worker(program, {
      env: { NODE_ENV: "production" },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    started.on("message", (answer: DrawingAnswer) => {
      const waiter = running.get(answer.id);
      running.delete(answer.id);
      if ("result" in answer) waiter?.resolve(answer.result);
      else waiter?.reject(new Error(answer.error));
      fill();
    });
    let fault = new Error("the drawing thread ended");
    started.once("error", (error) => (fault = error as Error));
    started.once("exit", () => {
      if (thread !== started) return;
      thread = undefined;
      const lost = [...running.values()];
      running.clear();
      for (const waiter of lost) waiter.reject(fault);
      fill();
    });
    return started;
  }

  /** Passes waiting tasks to the thread. */
  function fill(): void {
    while (running.size < MAX_AT_ONCE && waiting.length > 0) {
      const { task, ...waiter } = waiting.shift()!;
      try {
        thread ??= start();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage(task);
        running.set(task.id, waiter);
      } catch (error) {
        // The arguments can't be cloned (structured clone).
        waiter.reject(error as Error);
      }
    }
    clearTimeout(idle);
    // Only a task keeps the process alive.
    if (running.size > 0) thread?.ref();
    else {
      thread?.unref();
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  async function stop(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  return {
    /** Runs a task in the thread. @throws DrawingsFull */
    run(drawing: Drawing, args: unknown[]): Promise<unknown> {
      if (waiting.length >= maxWaiting) return Promise.reject(new DrawingsFull());
      return new Promise((resolve, reject) => {
        waiting.push({ task: { id: ++last, drawing, args }, resolve, reject });
        fill();
      });
    },
    async end(): Promise<void> {
      const deadline = performance.now() + LONGEST_DRAIN_MS;
      while (running.size > 0 && performance.now() < deadline) await sleep(10);
      clearTimeout(idle);
      await stop();
    },
  };
}
