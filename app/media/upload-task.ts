import type { Upload as TusUpload } from "tus-js-client";
import type { StoredPicture } from "#app/ui/picture.tsx";
import {
  deletePendingUpload,
  savePendingFile,
  savePendingUpload,
  type PendingUpload,
} from "./pending-uploads-store.ts";
import { contentRefusal, SIGNATURE_LENGTH } from "./picture-type.ts";
import { RetryBudget } from "./retry-budget.ts";
import { failureOf, isTransient, reasonFor, UploadFailure } from "./upload-failure.ts";
import { LARGEST_FILE, tooLarge, UPLOAD_FAILED, UPLOAD_PATH } from "./upload-schema.ts";
import type { Upload } from "./upload-state.ts";

/**
 * Chunk sizes in bytes (specification §9): each chunk is twice as large as the last. A file of at most FIRST_CHUNK bytes is
 * sent with the request that creates the upload.
 */
const FIRST_CHUNK = 262_144;
const LARGEST_CHUNK = 33_554_432;

/** The upload of one file: transfers it, retries, pauses and cancels. `onChange` is called after each change of `upload`. */
export class UploadTask {
  upload: Upload;
  /** Whether `begin` is executing (transfer or wait before a retry), as opposed to an upload that waits in the list. */
  isActive = false;
  #pending: PendingUpload;
  readonly #file: File;
  #tus: TusUpload | null = null;
  #budget = new RetryBudget();
  /** Ends the current run of `begin`; called by `stop`. */
  #stopRun: (() => void) | null = null;
  /** The number of the current run. A run with a lower number that is still executing has no effect. */
  #run = 0;
  #isNetworkFailure = false;
  #speed = { since: 0, from: 0 };
  readonly #onChange: () => void;

  constructor(pending: PendingUpload, file: File, onChange: () => void) {
    this.#pending = pending;
    this.#file = file;
    this.#onChange = onChange;
    const { key, isPaused, sentBytes } = pending;
    this.upload = {
      key,
      name: file.name,
      size: file.size,
      state: isPaused ? "paused" : "running",
      sentBytes,
      percent: percentOf(sentBytes, file.size),
    };
  }

  /** Transfers the remaining bytes, then requests the picture from the server. Never rejects: `upload` has the error. */
  async begin(): Promise<void> {
    this.isActive = true;
    const stopped = new Promise<"stopped">((resolve) => (this.#stopRun = () => resolve("stopped")));
    try {
      const outcome = await Promise.race([this.#work(++this.#run), stopped]);
      if (outcome !== "stopped")
        this.#set({ state: "success", percent: 100, ...NOT_RUNNING, ...outcome });
    } catch (error) {
      if (this.upload.state === "running") this.#fail(error);
    } finally {
      this.isActive = false;
      this.#onChange();
    }
  }

  async pause(): Promise<void> {
    if (this.upload.state !== "running") return;
    this.#set({ state: "pausing", ...NOT_RUNNING });
    await this.stop();
    this.#save({ isPaused: true });
    this.#set({ state: "paused" });
  }

  /**
   * After a pause or an error, sets the state to « running »; UploadListStore then calls `begin`, which continues from the
   * server's offset.
   */
  resume(): void {
    if (this.upload.state !== "paused" && this.upload.state !== "error") return;
    this.#budget = new RetryBudget();
    this.#save({ isPaused: false });
    this.#set({ state: "running", error: undefined, canResume: undefined, retry: undefined });
  }

  /** Call when the browser is online again: retries at once instead of waiting for the delay. */
  retryNow(): void {
    const { state } = this.upload;
    if (state === "error" && this.#isNetworkFailure) this.resume();
    const tus = this.#tus;
    if (state === "running" && tus)
      void tus.abort().then(() => {
        if (this.#tus === tus && this.upload.state === "running") tus.start();
      });
  }

  /** Deletes the upload in the browser's store and on the server. */
  async cancel(): Promise<void> {
    if (this.upload.state === "canceled" || this.upload.state === "canceling") return;
    this.#set({ state: "canceling", ...NOT_RUNNING });
    await this.stop();
    await deletePendingUpload(this.upload.key);
    // When this request fails, the server's sweep deletes the upload later.
    if (this.#pending.url)
      await fetch(this.#pending.url, {
        method: "DELETE",
        headers: { "tus-resumable": "1.0.0" },
      }).catch(() => undefined);
    this.#set({ state: "canceled" });
  }

  /** Stops the transfer. The upload stays stored in the browser and can be resumed. */
  async stop(): Promise<void> {
    this.#run++;
    this.#stopRun?.();
    await this.#tus?.abort();
    this.#tus = null;
  }

  async #work(run: number): Promise<{ id: string; picture: StoredPicture }> {
    if (!this.#pending.url) {
      await this.#check();
      if (run !== this.#run) return stayPending();
      void savePendingFile(this.#pending.key, this.#file);
      this.#save({});
    }
    if (!this.#pending.isSent) {
      await this.#send(run);
      this.#save({ isSent: true });
    }
    return this.#makePicture();
  }

  /** Checks size and type before the transfer. The server checks again. */
  async #check(): Promise<void> {
    const file = this.#file;
    const { kind } = this.#pending;
    if (file.size > LARGEST_FILE[kind]) throw new UploadFailure(413, tooLarge(kind));
    if (file.size === 0) throw new UploadFailure(400, "ce fichier est vide.");
    const beginning = await file.slice(0, SIGNATURE_LENGTH).arrayBuffer();
    const refusal = contentRefusal(new Uint8Array(beginning), kind);
    if (refusal) throw new UploadFailure(422, refusal);
  }

  async #send(run: number): Promise<void> {
    const { Upload: Tus } = await import("./tus.ts");
    if (run !== this.#run) return stayPending();
    const file = this.#file;
    const { kind, url } = this.#pending;
    this.#speed = { since: 0, from: 0 };
    await new Promise<void>((resolve, reject) => {
      const tus = new Tus(file, {
        endpoint: new URL(UPLOAD_PATH, location.href).href,
        uploadUrl: url,
        metadata: { filename: file.name, kind },
        chunkSize: FIRST_CHUNK,
        uploadDataDuringCreation: file.size <= FIRST_CHUNK,
        storeFingerprintForResuming: false,
        // tus calls `onShouldRetry` only while `retryDelays` has an entry for the attempt.
        retryDelays: [0],
        onUploadUrlAvailable: () => {
          if (tus.url) this.#save({ url: new URL(tus.url, location.href).pathname });
        },
        onProgress: (sentBytes) => this.#progress(sentBytes),
        onChunkComplete: (_size, sentBytes) => {
          this.#budget.progressed(Date.now());
          this.#save({ sentBytes });
          this.#set({ retry: undefined });
          const size = tus.options.chunkSize ?? FIRST_CHUNK;
          tus.options.chunkSize = Math.min(size * 2, LARGEST_CHUNK);
        },
        onShouldRetry: (error, attempt) => {
          // Small chunks again, because a broken connection loses the current chunk.
          tus.options.chunkSize = FIRST_CHUNK;
          const delay = this.#delayBefore(failureOf(error), attempt);
          if (delay === null) return false;
          tus.options.retryDelays = Array<number>(attempt + 2).fill(delay);
          return true;
        },
        onSuccess: () => resolve(),
        onError: (error) => reject(failureOf(error)),
      });
      this.#tus = tus;
      tus.start();
    });
    this.#tus = null;
  }

  async #makePicture(): Promise<{ id: string; picture: StoredPicture }> {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(`${this.#pending.url}/image`, { method: "POST" }).catch(
        () => null,
      );
      const body = (await response?.json().catch(() => null)) as PictureResponse | null | undefined;
      if (body?.picture) return { id: body.id, picture: body.picture };
      const status = response?.status ?? 0;
      const failure = new UploadFailure(status, body?.error ?? reasonFor(status));
      const delay = this.#delayBefore(failure, attempt);
      if (delay === null) throw failure;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  /**
   * Returns the delay before the next attempt in milliseconds, and shows it in the list. Null when a retry cannot succeed
   * (`isTransient`) or the retry budget is used up.
   */
  #delayBefore({ status, message }: UploadFailure, attempt: number): number | null {
    const delay = isTransient(status) ? this.#budget.nextDelay(Date.now(), attempt) : null;
    if (delay !== null && this.upload.state === "running")
      this.#set({
        retry: { error: failureText(message.split(". ")[0]!), at: Date.now() + delay },
        secondsLeft: undefined,
      });
    return delay;
  }

  #progress(sentBytes: number): void {
    const now = performance.now();
    if (this.#speed.since === 0 || sentBytes < this.#speed.from)
      this.#speed = { since: now, from: sentBytes };
    const { size } = this.upload;
    const seconds = (now - this.#speed.since) / 1_000;
    const perSecond = (sentBytes - this.#speed.from) / seconds;
    this.#set({
      sentBytes,
      percent: percentOf(sentBytes, size),
      secondsLeft:
        seconds > 1 && perSecond > 0 ? Math.ceil((size - sentBytes) / perSecond) : undefined,
    });
  }

  #fail(error: unknown): void {
    this.#tus = null;
    const { status, message } =
      error instanceof UploadFailure ? error : new UploadFailure(0, reasonFor(0));
    this.#isNetworkFailure = status === 0;
    const canResume = isTransient(status) || [401, 404, 429, 507].includes(status);
    if (status === 404) this.#save({ url: null, isSent: false });
    if (!canResume) void deletePendingUpload(this.upload.key);
    this.#set({
      state: "error",
      error: failureText(message),
      canResume,
      ...NOT_RUNNING,
    });
  }

  #save(change: Partial<PendingUpload>): void {
    this.#pending = { ...this.#pending, ...change };
    if (!this.upload.state.startsWith("cancel")) void savePendingUpload(this.#pending);
  }

  #set(change: Partial<Upload>): void {
    this.upload = { ...this.upload, ...change };
    this.#onChange();
  }
}

const failureText = (reason: string) => `${UPLOAD_FAILED}\u00a0: ${reason}`;
/** Clears the fields that only a running upload has. */
const NOT_RUNNING = { secondsLeft: undefined, retry: undefined };

/** The percentage of sent bytes, at most 99: 100 % means that the picture is made. */
function percentOf(sentBytes: number, size: number): number {
  return Math.min(99, Math.floor((sentBytes / size) * 100));
}

type PictureResponse = { id: string; picture?: StoredPicture; error?: string };

/** A promise that never settles. An outdated run returns it, because such a run must neither succeed nor fail. */
function stayPending(): Promise<never> {
  return new Promise(() => undefined);
}
