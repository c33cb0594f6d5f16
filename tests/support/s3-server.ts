import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * Faults of the S3 server: an error status; « silent »: no response; « cut »: the connection is closed without a response;
 * « half »: it is closed after half of the object.
 */
export type S3Fault = "500" | "507" | "silent" | "cut" | "half";
type Stored = { content: Buffer; type: string; writtenAt: Date; etag: string };

const KEYS = { id: "ECLATESSAI", secret: "un-secret-pour-les-essais", region: "eu-essai" };
const BUCKET = "boutique";
/** Objects in one page of a listing: few, so that pagination is tested. */
const LISTED_AT_ONCE = 3;

/**
 * An in-memory S3 server (signature version 4 in the header, path-style buckets, ListObjectsV2). Requests with a wrong
 * signature are refused.
 */
export async function openS3() {
  const objects = new Map<string, Stored>();
  const calls: string[] = [];
  let fault: (call: { method: string; key: string }) => S3Fault | null = () => null;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET" } = request;
    const url = new URL(request.url!, "http://s3");
    const content = await buffer(request);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    const [, bucket = "", ...rest] = url.pathname.split("/");
    const key = rest.map(decodeURIComponent).join("/");
    calls.push(`${method} ${key}`);
    const wrong = fault({ method, key });
    if (wrong === "silent") return;
    if (wrong === "cut") return void response.destroy();
    if (wrong === "500") return void refuse(500, "InternalError");
    if (wrong === "507") return void refuse(507, "XMinioStorageFull");
    const reason = refusalOf(request, url, content, KEYS);
    if (reason) return void refuse(403, reason);
    if (bucket !== BUCKET) return void refuse(404, "NoSuchBucket");

    if (key === "") return void listed(url, response);
    const found = objects.get(key);
    switch (method) {
      case "PUT": {
        const etag = `"${createHash("md5").update(content).digest("hex")}"`;
        const type = request.headers["content-type"] ?? "binary/octet-stream";
        objects.set(key, { content, type, etag, writtenAt: new Date() });
        return void response.writeHead(200, { etag }).end();
      }
      case "DELETE":
        objects.delete(key);
        return void response.writeHead(204).end();
      case "HEAD":
      case "GET": {
        if (!found) return void refuse(404, "NoSuchKey");
        const { etag, type } = found;
        const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
        const part = found.content.subarray(Number(from ?? 0));
        response.writeHead(from ? 206 : 200, {
          etag,
          "content-type": type,
          "content-length": part.length,
        });
        if (method === "HEAD") return void response.end();
        if (wrong !== "half") return void response.end(part);
        response.write(part.subarray(0, part.length / 2), () => response.destroy());
        return;
      }
      default:
        refuse(405, "MethodNotAllowed");
    }
  }

  function listed(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get("prefix") ?? "";
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const some = keys.slice(0, LISTED_AT_ONCE);
    const contents = some.map((key) => {
      const { content, writtenAt } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
    });
    const more =
      keys.length > some.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${some.at(-1)}</NextContinuationToken>`
        : "<IsTruncated>false</IsTruncated>";
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<?xml version="1.0"?><ListBucketResult>${contents.join("")}${more}</ListBucketResult>`);
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const close = () =>
    new Promise<unknown>((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return {
    /** Stops listening, until `back` is called. */
    close,
    back: () => listen(port),
    objects,
    /** « METHOD key » of every request, in order. */
    calls,
    /** Sets the fault of all later requests. */
    failWith: (chosen: typeof fault) => void (fault = chosen),
    /** The S3_* settings for the shop. */
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: KEYS.region,
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    },
  };
}

type Keys = typeof KEYS;

/** S3's error code, or null when the recomputed signature matches (AWS SigV4). */
export function refusalOf(
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  url: URL,
  content: Buffer,
  { id, secret, region }: Keys,
): string | null {
  const [, scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const date = String(headers["x-amz-date"]);
  const day = date.slice(0, 8);
  if (scope !== `${id}/${day}/${region}/s3/aws4_request`) return "InvalidAccessKeyId";
  const signed = names.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => signed.includes(name)))
    return "AccessDenied";
  const hash = createHash("sha256").update(content).digest("hex");
  if (headers["x-amz-content-sha256"] !== hash) return "XAmzContentSHA256Mismatch";
  const canonical = [
    method,
    url.pathname
      .split("/")
      .map((part) => strictly(decodeURIComponent(part)))
      .join("/"),
    [...url.searchParams]
      .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    hash,
  ].join("\n");
  const hmac = (key: string | Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest();
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  const text = [
    "AWS4-HMAC-SHA256",
    date,
    `${day}/${region}/s3/aws4_request`,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature.padEnd(64, "0"), "hex"))
    ? null
    : "SignatureDoesNotMatch";
}

/** Percent-encodes everything but RFC 3986's unreserved characters. */
const strictly = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
