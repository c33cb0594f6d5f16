import type { Browser } from "./browser.ts";

type Upload = { kind: string; name?: string; size?: number; body?: Uint8Array };

/** Creates a tus upload; `body` is sent in the same request. */
export function createUpload(browser: Browser, { kind, name = "photo.jpg", size, body }: Upload) {
  const metadata = `filename ${Buffer.from(name).toString("base64")},kind ${Buffer.from(kind).toString("base64")}`;
  return browser.fetch("/televersements", {
    method: "POST",
    headers: {
      ...tusHeaders(browser),
      "upload-length": String(size ?? body?.length ?? 1),
      "upload-metadata": metadata,
      ...(body && { "content-type": "application/offset+octet-stream" }),
    },
    body: body as BodyInit | undefined,
  });
}

/** A tus request on an existing upload. */
export function tusRequest(
  browser: Browser,
  method: "HEAD" | "PATCH" | "DELETE",
  path: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
) {
  return browser.fetch(path, { method, body, headers: { ...tusHeaders(browser), ...headers } });
}

/** Sends a part of a file from `offset` on. */
export function patch(browser: Browser, path: string, offset: number, body: Uint8Array) {
  return tusRequest(
    browser,
    "PATCH",
    path,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body as BodyInit,
  );
}

/** Requests the picture of a complete upload. */
export function askPicture(browser: Browser, path: string) {
  return browser.fetch(`${path}/image`, { method: "POST", headers: { origin: browser.origin } });
}

/** Uploads a small file; returns the upload's id and the response body. */
export async function sendPicture(browser: Browser, kind: string, body: Uint8Array, name?: string) {
  const created = await createUpload(browser, { kind, body, name });
  const path = created.headers.get("location") ?? "";
  const answer = await askPicture(browser, path);
  const result = (await answer.json()) as {
    picture?: { path: string; width: number; height: number };
    error?: string;
  };
  return { id: path.split("/").at(-1)!, path, status: answer.status, ...result };
}

function tusHeaders(browser: Browser): Record<string, string> {
  return { "tus-resumable": "1.0.0", origin: browser.origin };
}
