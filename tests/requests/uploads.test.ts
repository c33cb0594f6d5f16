import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profiles, uploads } from "#db/schema/index.ts";
import { askPicture, createUpload, patch, sendPicture, tusRequest } from "../support/tus.ts";
import { openUploads } from "../support/uploads.ts";

// uploads-s3.test.ts runs this file again with the shop's files in a bucket.
const { shop, customer, admin, visitor, photo, rowOf } = await openUploads();
const { db, uploadStore } = shop;
const otherAdmin = await shop.customer({ isAdmin: true });

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
    ["a deferred size", { "upload-defer-length": "1" }, 400],
    ["a partial upload", { "upload-length": "10", "upload-concat": "partial" }, 400],
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

  test("a user may have at most ten uploads that no form has claimed", async () => {
    const eager = await shop.customer();
    for (let count = 0; count < 10; count++)
      expect((await createUpload(eager, { kind: "avatar", size: 10 })).status).toBe(201);
    const eleventh = await createUpload(eager, { kind: "avatar", size: 10 });
    expect([eleventh.status, await eleventh.text()]).toEqual([
      429,
      "trop d’images attendent déjà. Enregistrez ou annulez-en.",
    ]);
  });

  test("of forty concurrent creations of uploads, ten succeed", async () => {
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
});
