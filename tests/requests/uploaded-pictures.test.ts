import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { removeFiles, removePictures } from "#app/media/pictures.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { claimUpload } from "#app/media/uploads.server.ts";
import { pictures, profiles, uploads } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { deepAvif } from "../support/deep-avif.ts";
import { createUpload, sendPicture } from "../support/tus.ts";
import { openUploads } from "../support/uploads.ts";

// uploads-s3.test.ts runs this file again with the shop's files in a bucket.
const { place, shop, customer, other, admin, photo, rowOf, rawFiles } = await openUploads();
const { db, jobs, storage, config } = shop;

describe("validation of pictures", () => {
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
    let running: number[] = [];
    const found = () => (running = decoders());
    await expect.poll(found, { interval: 10, timeout: 10_000 }).toHaveLength(1);
    process.kill(running[0]!, "SIGSEGV");
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

  test("a picture's row and files are removed, unless an upload or a profile refers to it", async () => {
    const { picture } = await sendPicture(admin, "product", photo);
    const path = picture!.path;
    const remove = () => db.transaction((tx) => removePictures(tx, jobs, [path]));
    // The picture's upload is still unclaimed.
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
  const productId = await insertProduct(db, { name: "baume", price: 10 });
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
