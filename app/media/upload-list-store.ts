import { monotonicFactory } from "ulid";
import { forgetKept, keptUploads, type KeptUpload } from "./pending-uploads-store.ts";
import type { UploadKind } from "./upload-schema.ts";
import { UploadTask, type Upload } from "./upload-task.ts";

/** Browsers give a site six connections; the pages and the live stream need some. */
const MOST_AT_ONCE = 2;

/** The uploads of one form, outside React: what runs goes on whatever is drawn. */
export class UploadListStore {
  readonly #kind: UploadKind;
  readonly #isMultiple: boolean;
  /** In the order of their making. */
  readonly #nextKey = monotonicFactory();
  #scope = "";
  #tasks: UploadTask[] = [];
  #uploads: readonly Upload[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(kind: UploadKind, isMultiple: boolean) {
    this.#kind = kind;
    this.#isMultiple = isMultiple;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  uploads = () => this.#uploads;

  /** Takes up what this person left on this page; gives what stops it all again. */
  open(scope: string): () => void {
    this.#scope = scope;
    let isClosed = false;
    void keptUploads(scope).then((found) => {
      if (isClosed) return;
      const known = new Set(this.#tasks.map(({ upload }) => upload.key));
      const others = found.filter(({ kept }) => kept.kind === this.#kind && !known.has(kept.key));
      this.#tasks = [...others.map(({ kept, file }) => this.#task(kept, file)), ...this.#tasks];
      this.#changed();
    });
    const wake = () => {
      for (const task of this.#tasks) task.wake();
    };
    window.addEventListener("online", wake);
    return () => {
      window.removeEventListener("online", wake);
      isClosed = true;
      for (const task of this.#tasks.splice(0)) void task.leave();
      this.#changed();
    };
  }

  add = (files: Iterable<File>) => {
    const chosen = this.#isMultiple ? [...files] : [...files].slice(0, 1);
    if (chosen.length === 0) return;
    if (!this.#isMultiple) for (const { upload } of this.#tasks) this.remove(upload.key);
    const tasks = chosen.map((file) =>
      this.#task(
        {
          key: this.#nextKey(),
          scope: this.#scope,
          kind: this.#kind,
          url: null,
          sentBytes: 0,
          isPaused: false,
          isSent: false,
        },
        file,
      ),
    );
    this.#tasks = [...this.#tasks, ...tasks];
    this.#changed();
  };

  pause = (key: string) => void this.#find(key)?.pause();
  resume = (key: string) => this.#find(key)?.resume();
  cancel = (key: string) => void this.#find(key)?.cancel();

  /** Takes an upload off the list, and back from the server. */
  remove = (key: string) => {
    void this.#find(key)?.cancel();
    this.#tasks = this.#tasks.filter(({ upload }) => upload.key !== key);
    this.#changed();
  };

  /** Takes every upload back: the form is left. */
  clear = () => {
    for (const { upload } of this.#tasks) this.remove(upload.key);
  };

  /** The form took the finished ones: nothing is left to take up again. Works on a page that was left, too. */
  release = () => {
    for (const task of this.#tasks.splice(0)) void task.leave();
    void keptUploads(this.#scope).then((found) =>
      Promise.all(
        found
          .filter(({ kept }) => kept.kind === this.#kind)
          .map(({ kept }) => forgetKept(kept.key)),
      ),
    );
    this.#changed();
  };

  #task(kept: KeptUpload, file: File): UploadTask {
    return new UploadTask(kept, file, () => this.#changed());
  }

  #find(key: string): UploadTask | undefined {
    return this.#tasks.find(({ upload }) => upload.key === key);
  }

  #changed(): void {
    this.#uploads = this.#tasks.map(({ upload }) => upload);
    let free = MOST_AT_ONCE - this.#tasks.filter(({ isActive }) => isActive).length;
    for (const task of this.#tasks) {
      if (free <= 0) break;
      if (task.isActive || task.upload.state !== "running") continue;
      free--;
      void task.begin();
    }
    for (const listener of this.#listeners) listener();
  }
}
