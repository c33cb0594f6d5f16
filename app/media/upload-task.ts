import type { Upload as TusUpload } from "tus-js-client";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { contentRefusal, SIGNATURE_LENGTH } from "./picture-type.ts";
import { RetryBudget } from "./retry-budget.ts";
import { failureOf, isPassing, reasonFor, UploadFailure } from "./upload-failure.ts";
import { forgetKept, keepFile, keepUpload, type KeptUpload } from "./pending-uploads-store.ts";
import { LARGEST_FILE, tooLarge, UPLOAD_FAILED, UPLOAD_PATH } from "./upload-schema.ts";

/** Specification §4. */
export type UploadState =
  | "running"
  | "pausing"
  | "paused"
  | "canceling"
  | "canceled"
  | "success"
  | "error";

export type Upload = {
  key: string;
  name: string;
  /** In bytes, as `sentBytes`. */
  size: number;
  state: UploadState;
  percent: number;
  sentBytes: number;
  secondsLeft?: number;
  /** While it runs: why the last try failed, a clause without its full stop, and when the next one begins (milliseconds, `Date.now()`). */
  retry?: { error: string; at: number };
  /** « Erreur de téléchargement : … » */
  error?: string;
  /** After an error: whether going on may help. */
  canResume?: boolean;
  /** The server's, once the picture is made: what the form posts. */
  id?: string;
  picture?: StoredPicture;
};

/** Specification §9: the size of a chunk, in bytes; up to the first one a file goes in one request. */
const FIRST_CHUNK = 262_144;
const LARGEST_CHUNK = 33_554_432;

/** One file on its way to the server: sends it, waits, goes on, gives up. */
export class UploadTask {
  upload: Upload;
  /** Sends or waits to send again, as opposed to waiting for its turn. */
  isActive = false;
  #kept: KeptUpload;
  readonly #file: File;
  #tus: TusUpload | null = null;
  #budget = new RetryBudget();
  /** Ends what runs at this moment, when somebody pauses or cancels. */
  #stop: (() => void) | null = null;
  /** Counts the runs: what an earlier one still does has no effect. */
  #run = 0;
  #isLost = false;
  #speed = { since: 0, from: 0 };
  readonly #onChange: () => void;

  constructor(kept: KeptUpload, file: File, onChange: () => void) {
    this.#kept = kept;
    this.#file = file;
    this.#onChange = onChange;
    const { key, isPaused, sentBytes } = kept;
    this.upload = {
      key,
      name: file.name,
      size: file.size,
      state: isPaused ? "paused" : "running",
      sentBytes,
      percent: percentOf(sentBytes, file.size),
    };
  }

  /** Sends what is left to send, and has the picture made. */
  async begin(): Promise<void> {
    this.isActive = true;
    const stopped = new Promise<"stopped">((resolve) => (this.#stop = () => resolve("stopped")));
    try {
      const outcome = await Promise.race([this.#work(++this.#run), stopped]);
      if (outcome !== "stopped")
        this.#set({ state: "success", percent: 100, ...STILL, ...outcome });
    } catch (error) {
      if (this.upload.state === "running") this.#fail(error);
    } finally {
      this.isActive = false;
      this.#onChange();
    }
  }

  async pause(): Promise<void> {
    if (this.upload.state !== "running") return;
    this.#set({ state: "pausing", ...STILL });
    await this.leave();
    this.#keep({ isPaused: true });
    this.#set({ state: "paused" });
  }

  /** Goes on from what the server has; after an error, too. */
  resume(): void {
    if (this.upload.state !== "paused" && this.upload.state !== "error") return;
    this.#budget = new RetryBudget();
    this.#keep({ isPaused: false });
    this.#set({ state: "running", error: undefined, canResume: undefined, retry: undefined });
  }

  /** The network is back: no reason to wait any longer. */
  wake(): void {
    const { state } = this.upload;
    if (state === "error" && this.#isLost) this.resume();
    const tus = this.#tus;
    if (state === "running" && tus)
      void tus.abort().then(() => {
        if (this.#tus === tus && this.upload.state === "running") tus.start();
      });
  }

  /** Takes back what was sent, here and on the server. */
  async cancel(): Promise<void> {
    if (this.upload.state === "canceled" || this.upload.state === "canceling") return;
    this.#set({ state: "canceling", ...STILL });
    await this.leave();
    await forgetKept(this.upload.key);
    // What the server doesn't hear of, its sweep takes.
    if (this.#kept.url)
      await fetch(this.#kept.url, {
        method: "DELETE",
        headers: { "tus-resumable": "1.0.0" },
      }).catch(() => undefined);
    this.#set({ state: "canceled" });
  }

  /** Stops sending; what was kept stays kept. */
  async leave(): Promise<void> {
    this.#run++;
    this.#stop?.();
    await this.#tus?.abort();
    this.#tus = null;
  }

  async #work(run: number): Promise<{ id: string; picture: StoredPicture }> {
    if (!this.#kept.url) {
      await this.#check();
      if (run !== this.#run) return never();
      void keepFile(this.#kept.key, this.#file);
      this.#keep({});
    }
    if (!this.#kept.isSent) {
      await this.#send(run);
      this.#keep({ isSent: true });
    }
    return this.#makePicture();
  }

  /** Refuses what can be refused without sending it. The server checks again. */
  async #check(): Promise<void> {
    const file = this.#file;
    const { kind } = this.#kept;
    if (file.size > LARGEST_FILE[kind]) throw new UploadFailure(413, tooLarge(kind));
    if (file.size === 0) throw new UploadFailure(400, "ce fichier est vide.");
    const beginning = await file.slice(0, SIGNATURE_LENGTH).arrayBuffer();
    const refusal = contentRefusal(new Uint8Array(beginning));
    if (refusal) throw new UploadFailure(422, refusal);
  }

  async #send(run: number): Promise<void> {
    const { Upload: Tus } = await import("tus-js-client");
    if (run !== this.#run) return never();
    const file = this.#file;
    const { kind, url } = this.#kept;
    this.#speed = { since: 0, from: 0 };
    await new Promise<void>((resolve, reject) => {
      const tus = new Tus(file, {
        endpoint: new URL(UPLOAD_PATH, location.href).href,
        uploadUrl: url,
        metadata: { filename: file.name, kind },
        chunkSize: FIRST_CHUNK,
        uploadDataDuringCreation: file.size <= FIRST_CHUNK,
        storeFingerprintForResuming: false,
        // tus asks `onShouldRetry` for as long as there is a delay left.
        retryDelays: [0],
        onUploadUrlAvailable: () => {
          if (tus.url) this.#keep({ url: new URL(tus.url, location.href).pathname });
        },
        onProgress: (sentBytes) => this.#progress(sentBytes),
        onChunkComplete: (_size, sentBytes) => {
          this.#budget.progressed(Date.now());
          this.#keep({ sentBytes });
          this.#set({ retry: undefined });
          const size = tus.options.chunkSize ?? FIRST_CHUNK;
          tus.options.chunkSize = Math.min(size * 2, LARGEST_CHUNK);
        },
        onShouldRetry: (error, attempt) => {
          // A line that breaks is given small pieces again.
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
      const answer = await fetch(`${this.#kept.url}/image`, { method: "POST" }).catch(() => null);
      const body = (await answer?.json().catch(() => null)) as PictureAnswer | null | undefined;
      if (body?.picture) return { id: body.id, picture: body.picture };
      const status = answer?.status ?? 0;
      const failure = new UploadFailure(status, body?.error ?? reasonFor(status));
      const delay = this.#delayBefore(failure, attempt);
      if (delay === null) throw failure;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  /**
   * How long to wait before trying again, in milliseconds, which the list says; null where trying again can't help
   * (only the network, a lease held elsewhere or a fault of the server may be over then) or time is over.
   */
  #delayBefore({ status, message }: UploadFailure, attempt: number): number | null {
    const delay = isPassing(status) ? this.#budget.nextDelay(Date.now(), attempt) : null;
    if (delay !== null && this.upload.state === "running")
      this.#set({
        retry: { error: failed(message.split(". ")[0]!), at: Date.now() + delay },
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
    this.#isLost = status === 0;
    const canResume = isPassing(status) || [401, 404, 429, 507].includes(status);
    if (status === 404) this.#keep({ url: null, isSent: false });
    if (!canResume) void forgetKept(this.upload.key);
    this.#set({
      state: "error",
      error: failed(message),
      canResume,
      ...STILL,
    });
  }

  #keep(change: Partial<KeptUpload>): void {
    this.#kept = { ...this.#kept, ...change };
    if (!this.upload.state.startsWith("cancel")) void keepUpload(this.#kept);
  }

  #set(change: Partial<Upload>): void {
    this.upload = { ...this.upload, ...change };
    this.#onChange();
  }
}

const failed = (reason: string) => `${UPLOAD_FAILED}\u00a0: ${reason}`;
/** What only an upload on its way says. */
const STILL = { secondsLeft: undefined, retry: undefined };

/** The last hundredth is the picture's making. */
function percentOf(sentBytes: number, size: number): number {
  return Math.min(99, Math.floor((sentBytes / size) * 100));
}

type PictureAnswer = { id: string; picture?: StoredPicture; error?: string };

/** What is no longer wanted never ends, and is forgotten. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
