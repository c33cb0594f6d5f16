import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

test("a message from /contact is acknowledged by mail, which a demo's administrator can read", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.goto("/contact");
  await page.getByLabel("Nom").fill("Odile Garnier");
  await page.getByLabel("E-mail").fill("odile.garnier@exemple.fr");
  await page.getByLabel("Sujet").fill("Un savon");
  await page.locator("main").getByRole("textbox", { name: "Message" }).fill("Bonjour.");
  await page.getByRole("button", { name: /^Envoyer/ }).click();
  await expect(page.getByText("Merci, votre message est bien arrivé")).toBeVisible();

  await signIn(page, "administrator");
  await page.goto("/admin/courriels");
  await expect(page.getByRole("heading", { level: 1, name: "E-mails envoyés" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Accusé de réception" }).first();
  await expect(row).toContainText("Envoyé", SOON);
  await row.getByRole("link", { name: /^Lire/ }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Merci, votre message est bien arrivé" }),
  ).toBeVisible();
  await expect(page.getByText("Odile")).toHaveCount(0);
});

test("a mail that cannot be sent appears in the menu without a reload", async ({ page }) => {
  await signIn(page, "administrator");
  await openHydrated(page, "/admin/produits");
  const entry = page.getByRole("link", { name: /^E-mails envoyés/ }).first();
  await expect(entry).toHaveAccessibleName("E-mails envoyés");
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`INSERT INTO mails (key, template, recipient, props, tries, failure)
    VALUES ('essai-du-menu', 'order', 'a@exemple.fr', '{}', 2, 'ECONNECTION')`;
  await expect(entry).toHaveAccessibleName("E-mails envoyés 1 pas partis", SOON);
  await sql`UPDATE mails SET sent_at = now(), recipient = NULL, props = NULL, failure = NULL
    WHERE key = 'essai-du-menu'`;
  await expect(entry).toHaveAccessibleName("E-mails envoyés", SOON);
  await sql.end();
});
