import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { uploadLeases } from "#app/media/upload-lease.server.ts";
import { openUpload } from "#app/media/uploads.server.ts";
import { pictures, uploads } from "#db/schema/index.ts";
import { askPicture, createUpload, patch, tusRequest } from "../support/tus.ts";
import { openUploads } from "../support/uploads.ts";

// uploads-s3.test.ts runs this file again with the shop's files in a bucket.
const { shop, customer, admin, photo, rowOf, rawFiles } = await openUploads();
const { db, storage, uploadStore } = shop;

describe("interrupted and concurrent uploads", () => {
  test("an interrupted upload resumes at the received offset", async () => {
    const file = randomBytes(3_000_000);
    const created = await createUpload(admin, { kind: "product", size: file.length });
    const path = created.headers.get("location")!;
    await cutAfter(path, file, 1_000_000);
    const head = await tusRequest(admin, "HEAD", path);
    const offset = Number(head.headers.get("upload-offset"));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(1_000_000);
    const rest = await patch(admin, path, offset, file.subarray(offset));
    expect(rest.headers.get("upload-offset")).toBe(String(file.length));
    // A browser retries a request whose connection broke: the same bytes again cause no error.
    const again = await patch(admin, path, offset, file.subarray(offset));
    expect(again.headers.get("upload-offset")).toBe(String(file.length));
    expect((await patch(admin, path, file.length + 1, Buffer.alloc(1))).status).toBe(409);
    const kept = await uploadStore.withFile(path.split("/").at(-1)!, (name) => readFile(name));
    expect(kept.equals(file)).toBe(true);
  });

  test("an upload resumes while its former connection hangs: the new request takes over the lease", async () => {
    const file = randomBytes(2_000_000);
    const created = await createUpload(admin, { kind: "product", size: file.length });
    const path = created.headers.get("location")!;
    const hanging = openPatch(path, 0, file.length);
    hanging.write(file.subarray(0, 500_000));
    await expect.poll(async () => (await rowOf(path.split("/").at(-1)!))?.leaseToken).toBeTruthy();
    const head = await tusRequest(admin, "HEAD", path);
    expect(head.status).toBe(200);
    const offset = Number(head.headers.get("upload-offset"));
    const rest = await patch(admin, path, offset, file.subarray(offset));
    expect(rest.headers.get("upload-offset")).toBe(String(file.length));
    hanging.destroy();
  });

  test("a few requests for one upload wait for the lease; more are refused at once", async () => {
    const created = await createUpload(customer, { kind: "avatar", body: photo });
    const path = created.headers.get("location")!;
    const ofUpload = eq(uploads.id, path.split("/").at(-1)!);
    const hold = { leaseToken: "held", leaseUntil: sql`now() + interval '1 minute'` };
    await db.update(uploads).set(hold).where(ofUpload);
    const statuses: number[] = [];
    const asked = Array.from({ length: 12 }, async () =>
      statuses.push((await askPicture(customer, path)).status),
    );
    await expect.poll(() => statuses).toEqual(Array(8).fill(423));
    await db.update(uploads).set({ leaseToken: null }).where(ofUpload);
    await Promise.all(asked);
    expect(statuses.slice(8)).toEqual(Array(4).fill(200));
  });

  test("one node at a time holds the lease; a crashed node's lease expires after ten seconds", async () => {
    const id = "01J0000000000000000000LEAS";
    await openUpload(db, { id: admin.userId }, { id, kind: "product", fileName: "", sizeBytes: 1 });
    const [one, two] = [uploadLeases(db).newLock(id), uploadLeases(db).newLock(id)];
    const { signal } = new AbortController();
    let wasAsked = false;
    await one.lock(signal, () => {
      wasAsked = true;
      void one.unlock();
    });
    await two.lock(signal, () => undefined);
    expect(wasAsked).toBe(true);
    await two.unlock();

    await db
      .update(uploads)
      .set({ leaseToken: "a dead node", leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(uploads.id, id));
    await one.lock(signal, () => undefined);
    await one.unlock();

    await db
      .update(uploads)
      .set({ leaseToken: "a live node", leaseUntil: sql`now() + interval '1 minute'` })
      .where(eq(uploads.id, id));
    const impatient = AbortSignal.abort();
    await expect(one.lock(impatient, () => undefined)).rejects.toMatchObject({ status_code: 423 });
  });

  test("two concurrent requests for an upload's picture create one picture", async () => {
    const created = await createUpload(admin, { kind: "product", body: photo });
    const path = created.headers.get("location")!;
    const before = await db.$count(pictures);
    const answers = await Promise.all([askPicture(admin, path), askPicture(admin, path)]);
    const paths = await Promise.all(
      answers.map(
        async (answer) => ((await answer.json()) as { picture: { path: string } }).picture.path,
      ),
    );
    expect(new Set(paths).size).toBe(1);
    expect(await db.$count(pictures)).toBe(before + 1);
  });

  test("an incomplete file has no picture", async () => {
    const created = await createUpload(admin, { kind: "product", size: photo.length });
    const path = created.headers.get("location")!;
    await patch(admin, path, 0, photo.subarray(0, 100));
    expect((await askPicture(admin, path)).status).toBe(409);
  });

  test("cancelling an upload deletes its files and its row", async () => {
    const created = await createUpload(admin, { kind: "product", size: photo.length });
    const path = created.headers.get("location")!;
    const id = path.split("/").at(-1)!;
    await patch(admin, path, 0, photo.subarray(0, 100));
    expect(rawFiles().filter((name) => name.startsWith(id))).toHaveLength(2);
    expect((await tusRequest(admin, "DELETE", path)).status).toBe(204);
    expect(rawFiles().filter((name) => name.startsWith(id))).toEqual([]);
    expect(await rowOf(id)).toBeNull();
    expect((await tusRequest(admin, "HEAD", path)).status).toBe(404);
  });
});

describe("a full disk", () => {
  const write = uploadStore.write.bind(uploadStore);
  const keep = storage.write.bind(storage);
  const noRoom = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  afterEach(() => {
    uploadStore.write = write;
    storage.write = keep;
  });

  test("while a file is received: reported, and the received bytes are kept to resume", async () => {
    const created = await createUpload(admin, { kind: "product", size: photo.length });
    const path = created.headers.get("location")!;
    await patch(admin, path, 0, photo.subarray(0, 100));
    uploadStore.write = noRoom;
    const answer = await patch(admin, path, 100, photo.subarray(100));
    expect(answer.status).toBe(507);
    expect(await answer.text()).toMatch(/plus de place/);
    expect(shop.takeErrors()).toHaveLength(1);
    uploadStore.write = write;
    expect((await patch(admin, path, 100, photo.subarray(100))).status).toBe(204);
    expect((await askPicture(admin, path)).status).toBe(200);
  });

  test("at the first byte: reported, and nothing is left behind", async () => {
    uploadStore.write = noRoom;
    const [files, rows] = [rawFiles().length, await db.$count(uploads)];
    expect((await createUpload(admin, { kind: "product", body: photo })).status).toBe(507);
    expect([rawFiles().length, await db.$count(uploads)]).toEqual([files, rows]);
    shop.takeErrors();
  });

  test("while the picture is stored: no picture; a second attempt creates it", async () => {
    const created = await createUpload(admin, { kind: "product", body: photo });
    const path = created.headers.get("location")!;
    const before = await db.$count(pictures);
    storage.write = noRoom;
    const refused = await askPicture(admin, path);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/plus de place/) as string,
    });
    expect(await db.$count(pictures)).toBe(before);
    shop.takeErrors();
    storage.write = keep;
    expect((await askPicture(admin, path)).status).toBe(200);
  });
});

/** Opens a PATCH request of `length - offset` bytes without sending its body. */
function openPatch(path: string, offset: number, length: number) {
  const patching = request(`${shop.url}${path}`, {
    method: "PATCH",
    headers: {
      cookie: admin.cookie,
      origin: shop.url,
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      "content-length": String(length - offset),
    },
  });
  patching.on("error", () => undefined);
  return patching;
}

/** Sends the first `length` bytes of a file, then closes the connection. */
async function cutAfter(path: string, file: Buffer, length: number): Promise<void> {
  const patching = openPatch(path, 0, file.length);
  await new Promise((resolve) => patching.write(file.subarray(0, length), resolve));
  await pause(200);
  patching.destroy();
}
