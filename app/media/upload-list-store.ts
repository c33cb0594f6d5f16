import { monotonicFactory } from "ulid";
import {
  deletePendingUpload,
  readPendingUploads,
  type PendingUpload,
} from "./pending-uploads-store.ts";
import type { UploadKind } from "./upload-schema.ts";
import type { Upload } from "./upload-state.ts";
import { UploadTask } from "./upload-task.ts";

/**
 * The number of concurrent uploads. Browsers open at most six HTTP/1.1 connections per site, and pages and the event stream
 * need some of them.
 */
const MOST_AT_ONCE = 2;

/** The uploads of one form, as an external store for `useSyncExternalStore`: uploads continue without rendering. */
export class UploadListStore {
  readonly #kind: UploadKind;
  readonly #isMultiple: boolean;
  /** Generates increasing ULIDs, so that keys sort in the order in which the uploads were added. */
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

  /** Resumes the stored uploads of this scope. Returns a function that stops all uploads; they stay stored in the browser. */
  open(scope: string): () => void {
    this.#scope = scope;
    let isClosed = false;
    void readPendingUploads(scope).then((found) => {
      if (isClosed) return;
      const known = new Set(this.#tasks.map(({ upload }) => upload.key));
      const resumed = found.filter(
        ({ pending }) => pending.kind === this.#kind && !known.has(pending.key),
      );
      this.#tasks = [
        ...resumed.map(({ pending, file }) => this.#task(pending, file)),
        ...this.#tasks,
      ];
      this.#changed();
    });
    const retryNow = () => {
      for (const task of this.#tasks) task.retryNow();
    };
    window.addEventListener("online", retryNow);
    return () => {
      window.removeEventListener("online", retryNow);
      isClosed = true;
      for (const task of this.#tasks.splice(0)) void task.stop();
      this.#changed();
    };
  }

  add = (files: Iterable<File>) => {
    const accepted = this.#isMultiple ? [...files] : [...files].slice(0, 1);
    if (accepted.length === 0) return;
    if (!this.#isMultiple) for (const { upload } of this.#tasks) this.remove(upload.key);
    const tasks = accepted.map((file) =>
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

  /** Removes an upload from the list and deletes it on the server. */
  remove = (key: string) => {
    void this.#find(key)?.cancel();
    this.#tasks = this.#tasks.filter(({ upload }) => upload.key !== key);
    this.#changed();
  };

  /** Removes all uploads, when the user leaves the form. */
  clear = () => {
    for (const { upload } of this.#tasks) this.remove(upload.key);
  };

  /**
   * Call after the form's action claimed the uploads: removes them from the list and the browser's store, but not from the
   * server. Works after the form was unmounted, too.
   */
  release = () => {
    for (const task of this.#tasks.splice(0)) void task.stop();
    void readPendingUploads(this.#scope).then((found) =>
      Promise.all(
        found
          .filter(({ pending }) => pending.kind === this.#kind)
          .map(({ pending }) => deletePendingUpload(pending.key)),
      ),
    );
    this.#changed();
  };

  #task(pending: PendingUpload, file: File): UploadTask {
    return new UploadTask(pending, file, () => this.#changed());
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
