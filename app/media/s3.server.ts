import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { ConfigError, type Config } from "#app/platform/config.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";

export type S3 = ReturnType<typeof connectS3>;
type Settings = NonNullable<Config["s3"]>;
type RetryPolicy = { attempts: number; pauseMs: number; responseMs: number; idleMs: number };
type Listed = { key: string; size: number; writtenAt: Date };

/**
 * `attempts`: per call; `pauseMs`: before the second attempt, doubled for each further one; `responseMs`: timeout of the
 * response headers; `idleMs`: timeout between two chunks of a body.
 */
const RETRY_POLICY: RetryPolicy = { attempts: 3, pauseMs: 200, responseMs: 20_000, idleMs: 15_000 };

/** The error of an S3 call that failed after all retries. ENOSPC (Node's code for a full disk) stands for HTTP 507. */
class S3Error extends Error {
  readonly code: "ENOSPC" | "S3_UNAVAILABLE" | "S3_REFUSED";
  /** `status` is 0 without a complete response. */
  constructor(action: string, status: number, answer: string, cause?: unknown) {
    const reason = /<Code>(\w{1,60})<\/Code>/.exec(answer)?.[1] ?? "";
    super(`S3 ${action}: ${status || "no whole answer"} ${reason}`.trimEnd(), { cause });
    if (status === 507) this.code = "ENOSPC";
    else this.code = status === 0 || isTransient(status) ? "S3_UNAVAILABLE" : "S3_REFUSED";
  }
}

/** Whether the error means that the S3 store is unreachable or overloaded, so that a later retry may succeed. */
export const isStoreUnavailable = (error: unknown) => (error as S3Error).code === "S3_UNAVAILABLE";

/**
 * A client for an S3-compatible object store, limited to the calls that the shop makes. All are idempotent and retried: at
 * most three attempts after timeouts and transient errors.
 * @throws (each call) S3Error
 */
export function connectS3(settings: Settings, policy: RetryPolicy = RETRY_POLICY) {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  const addressOf = (key: string) =>
    `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

  /** Sends a request and resolves when the response headers have arrived. A status outside `allowed` is a failure. */
  async function call(
    method: string,
    address: string,
    { allowed, headers, body }: { allowed: number[]; headers?: HeadersInit; body?: Uint8Array },
  ) {
    for (let attempt = 1; ; attempt++) {
      const abort = new AbortController();
      const timer = setTimeout(
        () => abort.abort(new Error(`S3 ${method}: no answer in ${policy.responseMs} ms`)),
        policy.responseMs,
      );
      const isLast = attempt === policy.attempts;
      try {
        const signed = await client.sign(address, {
          method,
          headers: { ...headers, "x-amz-content-sha256": sha256(body ?? "") },
          body: body as BodyInit | undefined,
        });
        const response = await fetch(signed, { signal: abort.signal, redirect: "error" });
        if (allowed.includes(response.status)) return { response, abort };
        const error = new S3Error(method, response.status, await response.text());
        if (isLast || !isTransient(response.status)) throw error;
      } catch (error) {
        if (error instanceof S3Error) throw error;
        if (isLast) throw new S3Error(method, 0, "", error);
      } finally {
        clearTimeout(timer);
      }
      await pause(policy.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /**
   * Yields the bytes of an object's body. After a broken or stalled connection, requests the missing rest with a Range header.
   */
  async function* bytesOf(key: string, first: Awaited<ReturnType<typeof call>>, size: number) {
    let { response, abort } = first;
    let received = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const reader = response.body!.getReader();
        try {
          for (;;) {
            const timer = setTimeout(() => abort.abort(), policy.idleMs);
            const { done, value } = await reader.read().finally(() => clearTimeout(timer));
            if (done) break;
            received += value.length;
            yield value as Uint8Array;
          }
        } finally {
          // Frees the connection when the reader of the stream stops early.
          await reader.cancel().catch(() => undefined);
        }
        if (received === size) return;
        throw new Error(`S3 GET: ${received} bytes of ${size}`);
      } catch (error) {
        if (attempt === policy.attempts) throw new S3Error("GET", 0, "", error);
      }
      const etag = response.headers.get("etag");
      ({ response, abort } = await call("GET", addressOf(key), {
        allowed: [206],
        headers: { range: `bytes=${received}-`, ...(etag && { "if-match": etag }) },
      }));
    }
  }

  async function open(key: string): Promise<{ stream: Readable; size: number } | null> {
    const answer = await call("GET", addressOf(key), { allowed: [200, 404] });
    const { response } = answer;
    if (response.status === 404) return missingObject(response);
    const size = Number(response.headers.get("content-length"));
    const stream = Readable.from(bytesOf(key, answer, size), { objectMode: false });
    // If the stream is destroyed before its first read, the generator never starts, and its `finally` cannot free the
    // connection.
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
    /** The object's size and a stream, which the caller must read or destroy; null when there is no such object. */
    open,
    /** The object's content; null when there is no such object. */
    async get(key: string): Promise<Buffer | null> {
      const found = await open(key);
      return found && Buffer.concat(await found.stream.toArray());
    },
    /** The object's size in bytes; null when there is no such object. */
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
    /** All objects with this key prefix, in the order of their keys. */
    async list(prefix: string): Promise<Listed[]> {
      const found: Listed[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (next) query.set("continuation-token", next);
        // URLSearchParams encodes a space as « + », which S3 reads as a plus, but our prefixes contain no space.
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
 * Checks the S3 settings at start with a request for an object that does not exist. If the store is unreachable, this only
 * logs a warning, because the outage may be short.
 * @throws ConfigError when the store refuses the credentials or the bucket does not exist
 */
export async function checkBucket(settings: Settings, log: Logger): Promise<void> {
  try {
    await connectS3(settings).get("nothing-by-this-name");
  } catch (error) {
    if (error instanceof S3Error && error.code === "S3_REFUSED")
      throw new ConfigError(
        `S3_BUCKET ${settings.bucket} can't be used with S3_ACCESS_KEY_ID: ${error.message}. The key must be allowed to list, read, write and delete its objects.`,
      );
    log.warn({ error: describeError(error) }, "the S3 store doesn't answer");
  }
}

/** Handles a 404: returns null for a missing object. @throws S3Error when the bucket is missing, which is a wrong setting */
async function missingObject(response: Response): Promise<null> {
  const answer = await response.text();
  if (answer.includes("<Code>NoSuchBucket</Code>")) throw new S3Error("GET", 404, answer);
  return null;
}

const isTransient = (status: number) => status >= 500 || status === 408 || status === 429;

const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");

function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`)
    .exec(xml)?.[1]
    ?.replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
