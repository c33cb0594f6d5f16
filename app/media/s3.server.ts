import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigError, type Config } from "#app/platform/config.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";

export type S3 = ReturnType<typeof connectS3>;
type Settings = NonNullable<Config["s3"]>;
type Patience = { attempts: number; pauseMs: number; answerMs: number; silenceMs: number };
type Listed = { key: string; size: number; writtenAt: Date };

/** How long an answer may take to begin, and its body to go on, in milliseconds. */
const PATIENCE: Patience = { attempts: 3, pauseMs: 200, answerMs: 20_000, silenceMs: 15_000 };

/** What the store didn't do, after every try. `code` is Node's where there is one for it. */
class S3Error extends Error {
  readonly code: "ENOSPC" | "S3_AWAY" | "S3_REFUSES";
  /** `status` is 0 when nothing came, or not the whole. */
  constructor(action: string, status: number, answer: string, cause?: unknown) {
    const reason = /<Code>(\w{1,60})<\/Code>/.exec(answer)?.[1] ?? "";
    super(`S3 ${action}: ${status || "no whole answer"} ${reason}`.trimEnd(), { cause });
    if (status === 507) this.code = "ENOSPC";
    else this.code = status === 0 || isPassing(status) ? "S3_AWAY" : "S3_REFUSES";
  }
}

/** Whether it is the store that is away or ill, and may be back in a moment. */
export const isStoreAway = (error: unknown) => (error as S3Error).code === "S3_AWAY";

/**
 * The calls the shop makes to an object store that speaks S3: whole objects, by their keys. Everything here may be done
 * twice without harm, and is, up to three times, when the store is ill or silent.
 * @throws (each call) S3Error when the store doesn't do it.
 */
export function connectS3(settings: Settings, patience: Patience = PATIENCE) {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  const addressOf = (key: string) =>
    `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

  /** One call, its answer begun; `allowed` are the statuses that aren't a failure. */
  async function call(
    method: string,
    address: string,
    { allowed, headers, body }: { allowed: number[]; headers?: HeadersInit; body?: Uint8Array },
  ) {
    for (let attempt = 1; ; attempt++) {
      const abort = new AbortController();
      const timer = setTimeout(
        () => abort.abort(new Error(`S3 ${method}: no answer in ${patience.answerMs} ms`)),
        patience.answerMs,
      );
      const isLast = attempt === patience.attempts;
      try {
        const signed = await client.sign(address, {
          method,
          headers: { ...headers, "x-amz-content-sha256": sha256(body ?? "") },
          body: body as BodyInit | undefined,
        });
        const response = await fetch(signed, { signal: abort.signal, redirect: "error" });
        if (allowed.includes(response.status)) return { response, abort };
        const error = new S3Error(method, response.status, await response.text());
        if (isLast || !isPassing(response.status)) throw error;
      } catch (error) {
        if (error instanceof S3Error) throw error;
        if (isLast) throw new S3Error(method, 0, "", error);
      } finally {
        clearTimeout(timer);
      }
      await pause(patience.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /** A body's bytes; one that breaks off or falls silent is asked for again from where it was. */
  async function* bytesOf(key: string, first: Awaited<ReturnType<typeof call>>, size: number) {
    let { response, abort } = first;
    let given = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const reader = response.body!.getReader();
        try {
          for (;;) {
            const timer = setTimeout(() => abort.abort(), patience.silenceMs);
            const { done, value } = await reader.read().finally(() => clearTimeout(timer));
            if (done) break;
            given += value.length;
            yield value as Uint8Array;
          }
        } finally {
          // Whoever reads no further lets go of the connection.
          await reader.cancel().catch(() => undefined);
        }
        if (given === size) return;
        throw new Error(`S3 GET: ${given} bytes of ${size}`);
      } catch (error) {
        if (attempt === patience.attempts) throw new S3Error("GET", 0, "", error);
      }
      const etag = response.headers.get("etag");
      ({ response, abort } = await call("GET", addressOf(key), {
        allowed: [206],
        headers: { range: `bytes=${given}-`, ...(etag && { "if-match": etag }) },
      }));
    }
  }

  async function open(key: string): Promise<{ stream: Readable; size: number } | null> {
    const answer = await call("GET", addressOf(key), { allowed: [200, 404] });
    const { response } = answer;
    if (response.status === 404) return absent(response);
    const size = Number(response.headers.get("content-length"));
    const stream = Readable.from(bytesOf(key, answer, size), { objectMode: false });
    // One that is destroyed before it is read has not begun: nothing else lets go of its connection.
    stream.once("close", () => answer.abort.abort());
    return { size, stream };
  }

  return {
    async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
      const { response } = await call("PUT", addressOf(key), {
        allowed: [200],
        headers: { "content-type": contentType },
        body: content,
      });
      await response.body?.cancel();
    },
    /** A stream of the object, to be read or destroyed; null when there is none. */
    open,
    /** The whole object; null when there is none. */
    async get(key: string): Promise<Buffer | null> {
      const found = await open(key);
      return found && Buffer.concat(await found.stream.toArray());
    },
    /** Null when there is no such object. */
    async find(key: string): Promise<{ size: number } | null> {
      const { response } = await call("HEAD", addressOf(key), { allowed: [200, 404] });
      return response.status === 404
        ? null
        : { size: Number(response.headers.get("content-length")) };
    },
    async remove(key: string): Promise<void> {
      const { response } = await call("DELETE", addressOf(key), { allowed: [200, 204, 404] });
      await response.body?.cancel();
    },
    /** Every object whose key begins so, in the order of the keys. */
    async list(prefix: string): Promise<Listed[]> {
      const found: Listed[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (next) query.set("continuation-token", next);
        // Spaces and the like are in no key of ours; a token may hold what « + » would stand for.
        const { response } = await call("GET", `${bucket}?${query}`, { allowed: [200] });
        const answer = await response.text();
        for (const [, object = ""] of answer.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.push({
            key: textOf(object, "Key") ?? "",
            size: Number(textOf(object, "Size")),
            writtenAt: new Date(textOf(object, "LastModified") ?? 0),
          });
        next = textOf(answer, "NextContinuationToken");
      } while (next);
      return found;
    },
  };
}

/**
 * Asks the bucket for a file that it doesn't hold: a store that is away may come back, one that refuses the settings
 * won't.
 * @throws ConfigError when the store refuses the keys, or knows no such bucket.
 */
export async function checkBucket(settings: Settings, log: Logger): Promise<void> {
  try {
    await connectS3(settings).get("nothing-by-this-name");
  } catch (error) {
    if (error instanceof S3Error && error.code === "S3_REFUSES")
      throw new ConfigError(
        `S3_BUCKET ${settings.bucket} can't be used with S3_ACCESS_KEY_ID: ${error.message}. The key must be allowed to list, read, write and delete its objects.`,
      );
    log.warn({ error: describeError(error) }, "the S3 store doesn't answer");
  }
}

/** No such object; a bucket that isn't there is a mistake of whoever set it, not of who asks. */
async function absent(response: Response): Promise<null> {
  const answer = await response.text();
  if (answer.includes("<Code>NoSuchBucket</Code>")) throw new S3Error("GET", 404, answer);
  return null;
}

const isPassing = (status: number) => status >= 500 || status === 408 || status === 429;

const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");

function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`)
    .exec(xml)?.[1]
    ?.replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
