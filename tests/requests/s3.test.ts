import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { copyFiles } from "#app/media/copy-files.server.ts";
import { makeRenditions } from "#app/media/renditions.server.ts";
import { checkBucket, connectS3 } from "#app/media/s3.server.ts";
import { diskStorage } from "#app/media/storage.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { openS3, refusalOf, type S3Fault } from "../support/s3-server.ts";
import { openShop } from "../support/shop.ts";
import { askPicture, createUpload, patch, sendPicture, tusRequest } from "../support/tus.ts";

const bucket = await openS3();
afterAll(bucket.close);
const shop = await openShop(bucket.settings);
const { storage, db } = shop;
const admin = await shop.customer({ isAdmin: true });
const settings = shop.config.s3!;
const clientWithTimeout = (ms: number) =>
  connectS3(settings, { attempts: 3, pauseMs: 1, responseMs: ms, idleMs: ms });
// Long enough that a busy machine does not add timeouts to the tested faults.
const s3 = clientWithTimeout(5_000);
const photo = await sharp(randomBytes(300 * 200 * 3), {
  raw: { width: 300, height: 200, channels: 3 },
})
  .jpeg()
  .toBuffer();

afterEach(() => {
  bucket.failWith(() => null);
  bucket.calls.splice(0);
});

/** The next `times` requests fail with this fault. */
function failFor(times: number, fault: S3Fault): void {
  let left = times;
  bucket.failWith(() => (left-- > 0 ? fault : null));
}

describe("the S3 client", () => {
  test("the test server computes the signature of the AWS documentation's example", () => {
    const hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const headers = {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": hash,
      "x-amz-date": "20130524T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    };
    const keys = {
      id: "AKIAIOSFODNN7EXAMPLE",
      secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      region: "us-east-1",
    };
    const url = new URL("http://examplebucket.s3.amazonaws.com/test.txt");
    const judge = (method: string) => refusalOf({ method, headers }, url, Buffer.alloc(0), keys);
    expect(judge("GET")).toBeNull();
    expect(judge("PUT")).toBe("SignatureDoesNotMatch");
  });

  test("an object is read as it was written, under any name", async () => {
    const content = randomBytes(100_000);
    const key = "images/où (1)/l’été+@*~!'.jpg";
    await s3.put(key, content, "image/jpeg");
    expect(bucket.objects.get(key)?.type).toBe("image/jpeg");
    expect((await s3.get(key))?.equals(content)).toBe(true);
    expect(await s3.find(key)).toEqual({ size: content.length });
    await s3.remove(key);
    await s3.remove(key);
    expect([await s3.get(key), await s3.find(key), await s3.open(key)]).toEqual([null, null, null]);
  });

  test("a listing follows all its pages", async () => {
    const keys = Array.from({ length: 10 }, (_none, index) => `suite/${index}`);
    for (const key of keys) await s3.put(key, Buffer.alloc(1), "text/plain");
    expect((await s3.list("suite/")).map(({ key }) => key)).toEqual(keys);
  });

  test.each([
    ["500", s3],
    ["cut", s3],
    ["silent", clientWithTimeout(500)],
  ] as const)(
    "after two faults « %s » the third attempt succeeds; after three faults the call fails",
    async (fault, client) => {
      const content = randomBytes(1_000);
      failFor(2, fault);
      await client.put("essai", content, "text/plain");
      failFor(2, fault);
      expect((await client.get("essai"))?.equals(content)).toBe(true);
      failFor(3, fault);
      await expect(client.get("essai")).rejects.toThrow(/S3|fetch failed|terminated/);
      failFor(3, fault);
      await expect(client.put("essai", content, "text/plain")).rejects.toThrow(
        /S3|fetch failed|terminated/,
      );
      failFor(3, fault);
      await expect(client.find("essai")).rejects.toThrow(/S3|fetch failed|terminated/);
    },
  );

  test("an interrupted download resumes at its offset, or ends in an error", async () => {
    const content = randomBytes(500_000);
    await s3.put("essai", content, "text/plain");
    failFor(2, "half");
    expect((await s3.get("essai"))?.equals(content)).toBe(true);
    bucket.failWith(() => "half");
    await expect(s3.get("essai")).rejects.toThrow(/S3|terminated/);
  });

  test("a refused access key is not retried, and the shop does not start with it", async () => {
    const wrong = { ...settings, secretAccessKey: "une-autre" };
    await expect(connectS3(wrong).get("essai")).rejects.toThrow("403 SignatureDoesNotMatch");
    expect(bucket.calls).toHaveLength(1);
    await expect(checkBucket(wrong, shop.log)).rejects.toThrow(/S3_BUCKET boutique can't be used/);
    await expect(checkBucket({ ...settings, bucket: "autre" }, shop.log)).rejects.toThrow(
      /NoSuchBucket/,
    );
    await checkBucket(settings, shop.log);
  });

  test("incomplete settings are refused", () => {
    const { S3_BUCKET: _left, ...rest } = bucket.settings;
    expect(() => readConfig(rest)).toThrow(/S3_BUCKET is required/);
  });
});

describe("a picture", () => {
  test("is served by the shop; a missing one responds 404", async () => {
    const { picture } = await sendPicture(admin, "product", photo);
    const address = `/media/${picture!.path}`;
    const shown = await shop.visitor().fetch(address);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    expect(shown.headers.get("cache-control")).toContain("immutable");
    const content = Buffer.from(await shown.arrayBuffer());
    expect(content.equals(Buffer.from(await storage.read(picture!.path)))).toBe(true);
    const etag = shown.headers.get("etag")!;
    bucket.calls.splice(0);
    const again = await shop.visitor().fetch(address, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const head = await shop.visitor().fetch(address, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(content.length));
    expect(bucket.calls.map((call) => call.split(" ")[0])).toEqual(["HEAD", "HEAD"]);
    await makeRenditions(db, storage, picture!.path);
    expect((await shop.visitor().fetch(`${address}/320.webp`)).status).toBe(200);
    for (const missing of [`${address}/640.png`, "/media/images/a/b.jpg", "/media/../essai"])
      expect((await shop.visitor().fetch(missing)).status, missing).toBe(404);
  });

  test("a client that closes the connection during a picture causes no error", async () => {
    const path = "images/essai/grande.jpg";
    await storage.write(path, randomBytes(3_000_000));
    for (let count = 0; count < 20; count++)
      await new Promise<void>((resolve) => {
        const asking = request(`${shop.url}/media/${path}`, (answer) => {
          answer.once("data", () => asking.destroy());
          answer.once("close", resolve).on("error", () => undefined);
        });
        asking.on("error", () => undefined).end();
      });
    expect((await shop.visitor().fetch(`/media/${path}`)).status).toBe(200);
  });

  test.each(["500", "cut"] as const)(
    "of an unreachable bucket (%s): responds 503, which no cache may store",
    async (fault) => {
      const { picture } = await sendPicture(admin, "product", photo);
      bucket.failWith(() => fault);
      for (const method of ["GET", "HEAD"]) {
        const answer = await shop.visitor().fetch(`/media/${picture!.path}`, { method });
        expect(answer.status).toBe(503);
        expect(answer.headers.get("retry-after")).toBe("10");
        expect(answer.headers.get("cache-control") ?? "").not.toContain("public");
      }
      expect(shop.takeErrors()).toHaveLength(2);
      bucket.failWith(() => null);
      expect((await shop.visitor().fetch(`/media/${picture!.path}`)).status).toBe(200);
    },
  );
});

describe("an upload while the bucket fails", () => {
  test("reports the failure, and resumes at the received offset", async () => {
    const created = await createUpload(admin, { kind: "product", size: photo.length });
    const path = created.headers.get("location")!;
    expect((await patch(admin, path, 0, photo.subarray(0, 1_000))).status).toBe(204);
    bucket.failWith(() => "500");
    const refused = await patch(admin, path, 1_000, photo.subarray(1_000));
    expect(refused.status).toBe(503);
    // The page prefixes the reason with « Erreur de téléchargement : ».
    expect(await refused.text()).toMatch(/^les images ne peuvent pas être rangées/);
    bucket.failWith(({ method }) => (method === "PUT" ? "500" : null));
    expect((await patch(admin, path, 1_000, photo.subarray(1_000))).status).toBe(503);
    bucket.failWith(() => null);
    expect((await tusRequest(admin, "HEAD", path)).headers.get("upload-offset")).toBe("1000");
    expect((await patch(admin, path, 1_000, photo.subarray(1_000))).status).toBe(204);
    bucket.failWith(({ method, key }) =>
      method === "PUT" && key.startsWith("images") ? "500" : null,
    );
    expect((await askPicture(admin, path)).status).toBe(503);
    bucket.failWith(() => null);
    expect((await askPicture(admin, path)).status).toBe(200);
    expect(shop.takeErrors().length).toBeGreaterThan(0);
  });

  test("a full bucket is reported as such", async () => {
    bucket.failWith(({ method }) => (method === "PUT" ? "507" : null));
    const refused = await createUpload(admin, { kind: "product", body: photo });
    expect(refused.status).toBe(507);
    shop.takeErrors();
  });
});

test(
  "an upload resumes on another node, wherever it was interrupted",
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "eclat-s3-"));
    const env = {
      ...bucket.settings,
      DATABASE_URL: shop.databaseUrl,
      SESSION_SECRET: "x".repeat(64),
      DEMO: "0",
    };
    const port = 18_000 + (process.pid % 1_000);
    const other = await startShop({ port, folder, env });
    onTestFinished(async () => {
      await stopShop(other.shop);
      rmSync(folder, { recursive: true, force: true });
    });
    const here = admin.url;
    const file = await sharp(randomBytes(1_500 * 1_000 * 3), {
      raw: { width: 1_500, height: 1_000, channels: 3 },
    })
      .png()
      .toBuffer();
    const created = await createUpload(admin, { kind: "product", size: file.length });
    const path = created.headers.get("location")!;
    let offset = 0;
    for (let hop = 1; offset < file.length; hop++) {
      admin.url = hop % 2 === 0 ? here : other.url;
      const answer = await patch(admin, path, offset, file.subarray(offset, offset + 1_300_000));
      expect(answer.status).toBe(204);
      const head = await tusRequest(admin, "HEAD", path);
      offset = Number(head.headers.get("upload-offset"));
      expect(offset).toBe(Math.min(file.length, hop * 1_300_000));
    }
    admin.url = here;
    const answer = await askPicture(admin, path);
    expect(answer.status).toBe(200);
    const { picture } = (await answer.json()) as { picture: { path: string; width: number } };
    expect(picture.width).toBe(1_500);
    expect((await fetch(`${other.url}/media/${picture.path}`)).status).toBe(200);
    expect(
      [...bucket.objects.keys()].filter((key) => key.startsWith(path.split("/").at(-1)!)),
    ).toEqual([]);
  },
);

test("files on disk are copied into the bucket once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eclat-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = diskStorage(folder);
  const { picture } = await sendPicture(admin, "product", photo);
  await makeRenditions(db, storage, picture!.path);
  const copiedOut = await copyFiles(db, storage, disk);
  expect(copiedOut.copied).toBeGreaterThan(4);
  const before = new Map([...bucket.objects].filter(([key]) => key.startsWith("images/")));
  for (const key of before.keys()) bucket.objects.delete(key);
  const copied = await copyFiles(db, disk, storage);
  expect(copied.copied).toBe(copiedOut.copied);
  expect([copied.present, copied.different]).toEqual([0, []]);
  for (const [key, { content }] of bucket.objects)
    if (before.has(key)) expect(content.equals(before.get(key)!.content)).toBe(true);
  expect(await copyFiles(db, disk, storage)).toMatchObject({ copied: 0, present: copied.copied });
});
