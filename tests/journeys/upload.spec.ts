import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { cuttingProxy } from "../support/cutting-proxy.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

const MEGABYTE = 1024 * 1024;

/** A picture of random noise, which compression does not shrink. */
async function noise(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Opens the form for a new product and waits for its live stream, which opens after hydration. */
async function openForm(page: Page, at = ""): Promise<void> {
  await openHydrated(page, `${at}/admin/new/product`);
}

const row = (page: Page, name: string) => page.locator(".upload").filter({ hasText: name });

test("40 MB over a connection that breaks five times, and across a reload: the shop stores the same file; after a break at most one chunk is sent again", async ({
  page,
  baseURL,
}, testInfo) => {
  test.setTimeout(180_000);
  const file = await noise(3_740);
  expect(file.length).toBeGreaterThan(40 * MEGABYTE);
  const path = testInfo.outputPath("texture.png");
  await writeFile(path, file);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const proxy = await cuttingProxy(new URL(baseURL!), {
    bytesPerSecond: 8 * MEGABYTE,
    cutsAt: [1, 6, 14, 24, 34].map((megabytes) => megabytes * MEGABYTE),
  });
  // The test breaks connections, which Chromium logs.
  failOnConsoleErrors(page, /net::ERR_/);
  await signIn(page, "administrator", proxy.url);
  await openForm(page, proxy.url);

  await page.locator("input[type=file]").setInputFiles(path);
  const upload = row(page, "texture.png");
  await expect(upload).toHaveAttribute("data-state", "running");
  await expect(upload.getByRole("progressbar")).toHaveAttribute("value", /^[1-9]/);

  // Pause: no request is sent until the upload is resumed.
  await upload.getByRole("button", { name: /^Mettre l’envoi en pause/ }).click();
  await expect(upload).toContainText("En pause à");
  await expect.poll(proxy.inProgress).toBe(0);
  const held = { chunks: proxy.chunks.length, passed: proxy.passed() };
  expect(held.passed).toBeLessThan(file.length / 2);
  await expect(upload.getByRole("button", { name: /^Reprendre l’envoi/ })).toBeVisible();
  expect({ chunks: proxy.chunks.length, passed: proxy.passed() }).toEqual(held);
  await upload.getByRole("button", { name: /^Reprendre l’envoi/ }).click();

  await expect.poll(proxy.passed, { timeout: 60_000 }).toBeGreaterThan(18 * MEGABYTE);
  await page.reload();
  await expect(upload).toHaveAttribute("data-state", "running");
  await expect(upload).toHaveAttribute("data-state", "success", { timeout: 90_000 });
  await expect(upload).toContainText("100\u00a0%");

  const [stored] = await sql<{ sha256: string; picture_path: string }[]>`
    SELECT sha256, picture_path FROM uploads WHERE file_name = 'texture.png'`;
  expect(stored?.sha256).toBe(createHash("sha256").update(file).digest("hex"));
  expect(stored?.picture_path).toMatch(/^images\/[0-9a-f]{32}\/[0-9A-Z]{26}\.jpg$/);
  await sql.end();

  const { chunks } = proxy;
  await proxy.close();
  expect(chunks.filter(({ isCut }) => isCut)).toHaveLength(5);
  // The byte that the proxy has passed on furthest, and the length of the chunk that had it. A second break may follow at once.
  let furthest = { byte: 0, chunk: 0 };
  const sentTwice = chunks.slice(1).map(({ offset }, index) => {
    const before = chunks[index]!;
    const byte = before.offset + before.passed;
    if (byte > furthest.byte) furthest = { byte, chunk: before.length };
    return { chunk: furthest.chunk, again: furthest.byte - offset };
  });
  for (const { chunk, again } of sentTwice) {
    expect(again).toBeGreaterThanOrEqual(0);
    expect(again).toBeLessThanOrEqual(chunk);
  }
  // Chunks begin at 256 KiB and double.
  expect(chunks[0]).toMatchObject({ offset: 0, length: 262_144 });
  expect(chunks[1]).toMatchObject({ offset: 262_144, length: 524_288 });
  const again = sentTwice.flatMap((one) => (one.again > 0 ? [one.again] : []));
  testInfo.annotations.push({
    type: "figures",
    description: `${chunks.length} chunks; bytes sent twice after each break: ${again.join(", ")}`,
  });
});

test("a cancelled upload and a refused text file named .jpg can be removed from the list", async ({
  page,
}) => {
  failOnConsoleErrors(page, /net::ERR_/);
  await signIn(page, "administrator");
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  // The requests that send the file's bytes stay pending until `letGo`.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("/televersements/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.fallback().catch(() => undefined);
  });
  await openForm(page);
  await page.locator("input[type=file]").setInputFiles([
    { name: "longue.png", mimeType: "image/png", buffer: await noise(400) },
    { name: "faux.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Ceci est du texte.") },
  ]);
  const long = row(page, "longue.png");
  const fake = row(page, "faux.jpg");
  await expect(fake).toContainText(
    "Erreur de téléchargement\u00a0: ce fichier n’est pas une image",
  );
  await expect(long).toHaveAttribute("data-state", "running");
  const open = () => sql`SELECT 1 FROM uploads WHERE file_name = 'longue.png'`;
  await expect.poll(async () => (await open()).length).toBe(1);

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `uploads, ${width}`);
  }
  await long.getByRole("button", { name: /^Annuler l’envoi/ }).click();
  await expect(long).toContainText("Envoi annulé.");
  await expect.poll(async () => (await open()).length).toBe(0);
  for (const one of [long, fake])
    await one.getByRole("button", { name: /^Retirer de la liste/ }).click();
  await expect(page.locator(".upload")).toHaveCount(0);
  letGo();
  await sql.end();
});

test("choosing no file shows an error; a file of at most 262144 bytes is sent with the upload's first request", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await signIn(page, "administrator");
  await openForm(page);
  // Browsers send this event when the file dialog is closed without a choice.
  await page.locator("input[type=file]").dispatchEvent("cancel");
  await expect(page.getByText("Aucun fichier sélectionné")).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/televersements"))
      requests.push(`${request.method()} ${pathname.replace(/[0-9A-Z]{26}/, "{id}")}`);
  });
  const small = await noise(280);
  expect(small.length).toBeLessThanOrEqual(262_144);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "petite.png", mimeType: "image/png", buffer: small });
  await expect(row(page, "petite.png")).toHaveAttribute("data-state", "success");
  await expect(page.getByText("Aucun fichier sélectionné")).toHaveCount(0);
  expect(requests).toEqual(["POST /televersements", "POST /televersements/{id}/image"]);
});

test("without a connection: two minutes of retries, then 'Erreur de téléchargement'; the upload resumes when the browser is online again", async ({
  page,
}) => {
  failOnConsoleErrors(page, /net::ERR_/);
  await signIn(page, "administrator");
  await page.clock.install();
  let tries = 0;
  await page.route("/televersements/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    tries++;
    return route.abort("connectionreset");
  });
  await openForm(page);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "patiente.png", mimeType: "image/png", buffer: await noise(400) });
  const upload = row(page, "patiente.png");
  await expect.poll(() => tries).toBeGreaterThan(0);
  const clock = () => page.evaluate(() => Date.now());
  const began = await clock();
  // Specification §8, from the first failed attempt on; announced once, not with each second of the countdown.
  await expect(upload).toContainText(
    /Erreur de téléchargement\u00a0: la connexion est perdue[.,] nouvel essai dans \d+\u00a0s/i,
  );
  await expect(upload.getByRole("alert")).toHaveText(/^Erreur de téléchargement\u00a0: [^\d]+$/);
  await expect(upload).toHaveAttribute("data-state", "running");
  // The clock is advanced between requests only: time during a request would count as failing.
  let inFlight = 0;
  page.on("request", () => inFlight++);
  page.on("requestfinished", () => inFlight--);
  page.on("requestfailed", () => inFlight--);
  await expect
    .poll(
      async () => {
        if (inFlight <= 0) await page.clock.runFor(1_000);
        return upload.getAttribute("data-state");
      },
      { intervals: [10], timeout: 60_000 },
    )
    .toBe("error");
  // Specification §9: an operation is retried for 120000 ms; `began` was read up to a few seconds later.
  const failing = (await clock()) - began;
  expect(failing).toBeGreaterThan(115_000);
  expect(failing).toBeLessThan(130_000);
  expect(tries).toBeGreaterThan(7);
  await expect(upload).toContainText("Erreur de téléchargement\u00a0: la connexion est perdue");
  await page.unroute("/televersements/*");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(upload).toHaveAttribute("data-state", "success");
});

test("« Enregistrer » pressed during an upload shows a note, and saves once the upload is complete", async ({
  page,
}) => {
  failOnConsoleErrors(page, /net::ERR_/);
  await signIn(page, "administrator");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("/televersements/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.fallback().catch(() => undefined);
  });
  await openForm(page);
  await page.getByLabel("Nom", { exact: true }).fill("Baume en attente");
  await page.getByLabel(/^Prix/).fill("12");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "lente.png", mimeType: "image/png", buffer: await noise(400) });
  await expect(row(page, "lente.png")).toHaveAttribute("data-state", "running");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  const bar = page.getByRole("region", { name: "Enregistrer" });
  await expect(bar.getByRole("status")).toHaveText("Enregistrement dès la fin de l’envoi.");
  // Text typed while the upload runs is saved, too.
  await page.getByLabel("Nom", { exact: true }).fill("Baume enfin là");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // Scrolled to the top, because axe reports content that the save bar covers.
    await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
    await expectAccessible(page, `waiting to save, ${width}`);
  }
  letGo();
  await expect(page).toHaveURL(/\/admin\/produits/);
  const saved = page.getByRole("row").filter({ hasText: "Baume enfin là" });
  await expect(saved.locator("img")).toHaveCount(1);
});

test("if a picture is refused while saving, the product is not saved, and the form stays open with an error", async ({
  page,
}) => {
  failOnConsoleErrors(page, /422|net::ERR_/);
  await signIn(page, "administrator");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("/televersements/*/image", async (route) => {
    await held;
    await route.fallback();
  });
  await openForm(page);
  await page.getByLabel("Nom", { exact: true }).fill("Baume refusé");
  await page.getByLabel(/^Prix/).fill("12");
  const half = (await noise(200)).subarray(0, 60_000);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "moitie.png", mimeType: "image/png", buffer: half });
  await page.getByRole("button", { name: "Enregistrer" }).click();
  const bar = page.getByRole("region", { name: "Enregistrer" });
  await expect(bar.getByRole("status")).toHaveText("Enregistrement dès la fin de l’envoi.");
  letGo();
  await expect(page.getByText("Un envoi a échoué, le produit n’est pas enregistré")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/new\/product/);
});
