import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeFiles, removePictures } from "#app/media/pictures.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { uploadLeases } from "#app/media/upload-lease.server.ts";
import { claimUpload, openUpload } from "#app/media/uploads.server.ts";
import { pictures, profiles, uploads } from "#db/schema/index.ts";
import { sell } from "../support/catalogue.ts";
import { deepAvif } from "../support/deep-avif.ts";
import { openShop } from "../support/shop.ts";
import { askPicture, createUpload, patch, sendPicture, tusRequest } from "../support/tus.ts";
import { uploadPlace } from "../support/upload-place.ts";

// uploads-s3.test.ts runs this file again with the shop's files in a bucket.
const place = await uploadPlace();
const shop = await openShop(place.settings);
const { db, jobs, storage, uploadStore, config } = shop;
const customer = await shop.customer();
const other = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const otherAdmin = await shop.customer({ isAdmin: true });
const visitor = shop.visitor();
let photo: Buffer;

beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#a58" } })
    .withExif({ IFD0: { Copyright: "Secret de la photographe" }, IFD3: { GPSLatitude: "48/1" } })
    .jpeg()
    .toBuffer();
});

const rowOf = async (id: string) =>
  (await db.select().from(uploads).where(eq(uploads.id, id)))[0] ?? null;
const rawFiles = () => place.rawFiles(config.dataDir);

describe("permissions", () => {
  test("a visitor cannot upload", async () => {
    const answer = await createUpload(visitor, { kind: "avatar", body: photo });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toMatch(/session a expiré/);
  });

  test("a customer may upload an avatar, not a product picture", async () => {
    expect((await createUpload(customer, { kind: "product", body: photo })).status).toBe(403);
    const sent = await sendPicture(customer, "avatar", photo);
    expect(sent.status).toBe(200);
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, customer.userId));
    expect(sent.picture).toMatchObject({ width: 512, height: 512, hasRenditions: false });
    expect(sent.picture?.path).toMatch(
      new RegExp(`^profil/${profile?.storageId}/[0-9A-Z]{26}\\.jpg$`),
    );
  });

  test("an administrator may upload a product picture, which the server names", async () => {
    const sent = await sendPicture(admin, "product", photo, "../../etc/passwd.jpg");
    const [profile] = await db.select().from(profiles).where(eq(profiles.userId, admin.userId));
    expect(sent.picture).toMatchObject({ width: 900, height: 600 });
    expect(sent.picture?.path).toMatch(
      new RegExp(`^images/${profile?.storageId}/[0-9A-Z]{26}\\.jpg$`),
    );
    const row = await rowOf(sent.id);
    expect(row?.sha256).toBe(createHash("sha256").update(photo).digest("hex"));
    const shown = await visitor.get(`/media/${sent.picture?.path}`);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
  });

  test("every HTTP method is restricted to the upload's owner", async () => {
    const created = await createUpload(admin, { kind: "product", size: photo.length });
    expect(created.status).toBe(201);
    const path = created.headers.get("location")!;
    expect(path).toMatch(/^\/televersements\/[0-9A-Z]{26}$/);
    for (const [stranger, status] of [
      [visitor, 401],
      [customer, 404],
      [otherAdmin, 404],
    ] as const) {
      expect((await tusRequest(stranger, "HEAD", path)).status).toBe(status);
      expect((await patch(stranger, path, 0, photo)).status).toBe(status);
      expect((await tusRequest(stranger, "DELETE", path)).status).toBe(status);
      expect((await askPicture(stranger, path)).status).toBe(status);
    }
    const head = await tusRequest(admin, "HEAD", path);
    expect(head.status).toBe(200);
    expect(head.headers.get("upload-offset")).toBe("0");
  });

  test("a former administrator has no access to product uploads", async () => {
    const former = await shop.customer({ isAdmin: true });
    const created = await createUpload(former, { kind: "product", size: photo.length });
    const path = created.headers.get("location")!;
    await db.update(profiles).set({ isAdmin: false }).where(eq(profiles.userId, former.userId));
    expect((await patch(former, path, 0, photo)).status).toBe(404);
  });

  test("a cross-site request cannot upload", async () => {
    const answer = await customer.fetch("/televersements", {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site", "tus-resumable": "1.0.0" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("validation", () => {
  test.each([
    ["product", 50 * 1024 * 1024, "ce fichier dépasse 50\u00a0Mo."],
    ["avatar", 8 * 1024 * 1024, "ce fichier dépasse 8\u00a0Mo."],
  ])("a %s file may have %d bytes at most", async (kind, most, text) => {
    const whole = await createUpload(admin, { kind, size: most });
    expect(whole.status).toBe(201);
    await tusRequest(admin, "DELETE", whole.headers.get("location")!);
    const over = await createUpload(admin, { kind, size: most + 1 });
    expect(over.status).toBe(413);
    expect(await over.text()).toBe(text);
  });

  test("refuses bytes beyond the announced size", async () => {
    const created = await createUpload(admin, { kind: "product", size: 100 });
    const path = created.headers.get("location")!;
    expect((await patch(admin, path, 0, randomBytes(101))).status).toBe(413);
    const { size } = await uploadStore.getUpload(path.split("/").at(-1)!);
    expect(size).toBe(100);
  });

  test("refuses Upload-Length in a PATCH request", async () => {
    const created = await createUpload(admin, { kind: "product", size: 100 });
    const path = created.headers.get("location")!;
    const answer = await tusRequest(
      admin,
      "PATCH",
      path,
      {
        "upload-offset": "0",
        "upload-length": "100",
        "content-type": "application/offset+octet-stream",
      },
      randomBytes(100),
    );
    expect([answer.status, await answer.text()]).toEqual([400, "cet envoi est illisible."]);
  });

  test.each([
    ["an unknown purpose", { "upload-length": "10", "upload-metadata": "kind dmlydXM=" }, 400],
    ["no purpose", { "upload-length": "10" }, 400],
    ["an empty file", { "upload-length": "0" }, 400],
    ["a size told later", { "upload-defer-length": "1" }, 400],
    ["parts to be joined", { "upload-length": "10", "upload-concat": "partial" }, 400],
  ])("%s is refused", async (_what, headers, status) => {
    const answer = await admin.fetch("/televersements", {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        origin: shop.url,
        ...(status !== 400 || "upload-length" in headers
          ? { "upload-metadata": "kind cHJvZHVjdA==" }
          : {}),
        ...headers,
        ...(_what === "no purpose" && { "upload-metadata": "filename YQ==" }),
      },
    });
    expect(answer.status).toBe(status);
  });

  test("limits the uploads of one user that no form has claimed", async () => {
    const eager = await shop.customer();
    for (let count = 0; count < 10; count++)
      expect((await createUpload(eager, { kind: "avatar", size: 10 })).status).toBe(201);
    const eleventh = await createUpload(eager, { kind: "avatar", size: 10 });
    expect([eleventh.status, await eleventh.text()]).toEqual([
      429,
      "trop d’images attendent déjà. Enregistrez ou annulez-en.",
    ]);
  });

  test("forty concurrent creations are limited as sequential ones", async () => {
    const eager = await shop.customer();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => createUpload(eager, { kind: "avatar", size: 10 })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(await db.$count(uploads, eq(uploads.ownerId, eager.userId))).toBe(10);
  });

  test("unfinished uploads have a quota in bytes, too", async () => {
    const eager = await shop.customer();
    const open = () => createUpload(eager, { kind: "avatar", size: 8 * 1024 * 1024 });
    const first = await open();
    for (let count = 1; count < 4; count++) expect((await open()).status).toBe(201);
    const fifth = await open();
    expect(fifth.status).toBe(429);
    expect(await fifth.text()).toMatch(/trop d’images attendent/);
    // A finished upload counts its picture's size.
    await tusRequest(eager, "DELETE", first.headers.get("location")!);
    expect((await sendPicture(eager, "avatar", photo)).status).toBe(200);
    expect((await open()).status).toBe(201);
  });

  const svg = `<?xml version="1.0"?><!-- ${"x".repeat(40)} --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  test.each([
    ["a text named .jpg", () => Buffer.from("Bonjour, je suis une photo.".repeat(20)), /du texte/],
    ["an SVG with a script", () => Buffer.from(svg), /le format SVG n’est pas accepté/],
    ["a GIF", () => Buffer.from("GIF89a000000"), /le format GIF/],
    ["a program", () => Buffer.from("\x7fELF\x02\x01\x01\0\0\0"), /pas une image reconnue/],
    ["half a JPEG", () => photo.subarray(0, photo.length / 2), /abîmée ou incomplète/],
    ["a JPEG in name and first bytes", () => Buffer.from([255, 216, 255, 1, 2, 3]), /abîmée/],
  ])("%s is no picture", async (_what, content, reason) => {
    const before = await db.$count(pictures);
    const sent = await sendPicture(admin, "product", content());
    expect(sent.status).toBe(422);
    expect(sent.error).toMatch(reason);
    // No row, file or picture is left behind.
    expect(await rowOf(sent.id)).toBeNull();
    expect(rawFiles().filter((name) => name.startsWith(sent.id))).toEqual([]);
    expect(await db.$count(pictures)).toBe(before);
  });

  test.each([
    [
      "product",
      "30,000 × 30,000 pixels",
      () => blankPng(30_000),
      /^cette image est trop grande \(/,
    ],
    ["avatar", "25 million pixels", () => blankPng(5_000), /16 millions au plus/],
    [
      "product",
      "12 bits and 50 million pixels",
      () => deepAvif("12000x4166"),
      /trop grande une fois décompressée/,
    ],
  ])(
    "a %s of %s is refused before it is decompressed",
    { timeout: 60_000 },
    async (kind, _what, content, reason) => {
      const sent = await sendPicture(admin, kind, await content());
      expect([sent.status, sent.error]).toEqual([422, expect.stringMatching(reason)]);
    },
  );

  test(
    "the largest accepted photo is decoded within the decoder's limits",
    { timeout: 60_000 },
    async () => {
      const sent = await sendPicture(customer, "avatar", await deepAvif("4900x3265"));
      expect(sent.picture).toMatchObject({ width: 512, height: 512 });
    },
  );

  test("a picture whose decoder is killed by the kernel is refused; the next one is decoded", async () => {
    const content = await deepAvif("4900x3265");
    const sending = sendPicture(customer, "avatar", content);
    await expect.poll(decoders, { interval: 10, timeout: 10_000 }).toHaveLength(1);
    process.kill(decoders()[0]!, "SIGSEGV");
    const sent = await sending;
    expect([sent.status, sent.error]).toEqual([422, expect.stringMatching(/trop grande/)]);
    expect((await sendPicture(other, "avatar", photo)).status).toBe(200);
  });

  const PAYLOAD = "<script>alert(1)</script><?php system($_GET[0]); ?>PK\x03\x04";
  const carrying = (metadata: object) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: "#a58" } }).withMetadata(
      metadata,
    );
  test.each([
    ["a page behind a JPEG", async () => Buffer.concat([photo, Buffer.from(PAYLOAD)])],
    [
      "a page in a JPEG's comment",
      async () => {
        const comment = Buffer.from(PAYLOAD);
        const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, comment.length + 2]);
        return Buffer.concat([head, comment, photo.subarray(2)]);
      },
    ],
    ["a page in a PNG's metadata", () => carrying({ exif: { IFD0: { Copyright: PAYLOAD } } }).png().toBuffer()],
    ["a page behind a WebP", async () => Buffer.concat([await carrying({}).webp().toBuffer(), Buffer.from(PAYLOAD)])],
  ])("a polyglot file (%s) is reduced to its picture", async (_what, content) => {
    const sent = await content();
    expect(sent.includes("<script>")).toBe(true);
    const { picture } = await sendPicture(admin, "product", sent, "page.html");
    expect(picture?.path).toMatch(/\.jpg$/);
    const stored = Buffer.from(await storage.read(picture!.path));
    expect(stored.includes("script") || stored.includes("php") || stored.includes("PK\x03")).toBe(false);
  }); // prettier-ignore

  test("metadata is removed, and the orientation is applied", async () => {
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).toBuffer();
    const sent = await sendPicture(admin, "product", turned);
    expect(sent.picture).toMatchObject({ width: 600, height: 900 });
    const stored = Buffer.from(await storage.read(sent.picture!.path));
    const { exif, icc, orientation } = await sharp(stored).metadata();
    expect({ exif, icc, orientation }).toEqual({});
    expect(stored.includes("Secret")).toBe(false);
    expect(turned.includes("Secret")).toBe(true);
  });

  test.each(["png", "webp", "avif"] as const)(
    "a transparent %s stays transparent",
    async (format) => {
      const clear = await sharp({
        create: { width: 40, height: 40, channels: 4, background: "#f008" },
      })
        .toFormat(format)
        .toBuffer();
      const sent = await sendPicture(admin, "product", clear);
      expect(sent.picture?.path).toMatch(/\.webp$/);
      expect((await sharp(await storage.read(sent.picture!.path)).metadata()).hasAlpha).toBe(true);
    },
  );
});

describe("an interrupted upload resumes", () => {
  test("at the received offset", async () => {
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

  test("while its former connection hangs: the new one takes over the lease", async () => {
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

  test("its picture is created once, for any number of requests", async () => {
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

  test("cancelling leaves nothing behind", async () => {
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

describe("claiming a picture by a form", () => {
  test("a picture is claimed once, by its owner, for its purpose", async () => {
    const { id, picture } = await sendPicture(customer, "avatar", photo);
    const claim = (person: { userId: string }, kind: "avatar" | "product") =>
      db.transaction((tx) => claimUpload(tx, { id: person.userId }, { uploadId: id, kind }));
    expect(await claim(other, "avatar")).toBeNull();
    expect(await claim(customer, "product")).toBeNull();
    expect(await claim(customer, "avatar")).toEqual({ path: picture!.path });
    expect(await claim(customer, "avatar")).toBeNull();
    const unfinished = await createUpload(customer, { kind: "avatar", size: 10 });
    const uploadId = unfinished.headers.get("location")!.split("/").at(-1)!;
    expect(
      await db.transaction((tx) =>
        claimUpload(tx, { id: customer.userId }, { uploadId, kind: "avatar" }),
      ),
    ).toBeNull();
  });

  test("a removed picture loses its row and files, unless something shows it", async () => {
    const { picture } = await sendPicture(admin, "product", photo);
    const path = picture!.path;
    const remove = () => db.transaction((tx) => removePictures(tx, jobs, [path]));
    // Its upload is unclaimed.
    expect(await remove()).toEqual([]);
    await db.delete(uploads).where(eq(uploads.picturePath, path));
    await db.update(profiles).set({ photo: path }).where(eq(profiles.userId, other.userId));
    expect(await remove()).toEqual([]);
    await db.update(profiles).set({ photo: null }).where(eq(profiles.userId, other.userId));
    expect(await remove()).toEqual([path]);
    expect(await removeFiles(shop, [path])).toEqual({ kind: "removed" });
    expect(await storage.open(path)).toBeNull();
    expect(await removeFiles(shop, [path])).toEqual({ kind: "removed" });
  });
});

test("unused uploads are deleted after a day", async () => {
  const old = sql`now() - interval '25 hours'`;
  const [half, done, fresh] = [
    (await createUpload(customer, { kind: "avatar", size: 10 })).headers
      .get("location")!
      .split("/")
      .at(-1)!,
    await sendPicture(customer, "avatar", photo),
    await sendPicture(customer, "avatar", photo),
  ];
  const productId = await sell(db, { name: "baume", price: 10 });
  await db.update(uploads).set({ createdAt: old }).where(eq(uploads.id, half));
  await db.update(uploads).set({ createdAt: old }).where(eq(uploads.id, done.id));
  await db.update(pictures).set({ createdAt: old });
  place.ageRawFiles(config.dataDir);

  await sweep(shop);
  expect(await rowOf(half)).toBeNull();
  expect(rawFiles().filter((name) => name.startsWith(half))).toEqual([]);
  expect(await rowOf(done.id)).toBeNull();
  expect(await rowOf(fresh.id)).not.toBeNull();
  const left = (await db.select().from(pictures)).map(({ path }) => path);
  expect(left).not.toContain(done.picture!.path);
  expect(left).toContain(fresh.picture!.path);
  expect(left).toContain(`images/essai/${productId.toLowerCase()}.jpg`);
  const [job] = await shop.jobs.boss
    .fetch<{ paths: string[] }>("remove-files", {
      ignoreStartAfter: true,
      batchSize: 100,
    })
    .then((all) => all.filter(({ data }) => data.paths.includes(done.picture!.path)));
  expect(job).toBeDefined();
  expect(await storage.find(done.picture!.path)).not.toBeNull();
  expect(await removeFiles(shop, job!.data.paths)).toEqual({ kind: "removed" });
  expect(await storage.find(done.picture!.path)).toBeNull();
});

/** The process ids of this process's picture decoders. */
function decoders(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter(
      (pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("picture-decoder"),
    );
}

/** A white PNG of `side` × `side` pixels, with one bit per pixel. */
function blankPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

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
