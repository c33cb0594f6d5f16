import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const CONTACT = "/admin/reglages/contact";

// The other journeys expect the specified contact details.
test.afterEach(async () => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`DELETE FROM settings`;
  await sql.end();
});

test("an administrator changes the telephone: the open page of a visitor follows", async ({
  page,
  browser,
}) => {
  failOnConsoleErrors(page, /status of 400/);
  const visitor = await (await browser.newContext()).newPage();
  await openHydrated(visitor, "/faqs");
  await signIn(page, "administrator");
  await page.goto("/admin/reglages");
  await page.getByRole("link", { name: /^Contact Téléphone/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();

  const phone = page.getByLabel("Téléphone");
  await phone.fill("06 12");
  await expect(page.getByRole("region", { name: "Enregistrer" })).toContainText(
    "1 modification non enregistrée",
  );
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Ce numéro ne semble pas complet").first()).toBeVisible();
  await expect(phone).toHaveValue("06 12");
  await phone.fill("04 12 34 56 78");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Réglages enregistrés.")).toBeVisible();
  await expect(page.getByText("Rien à enregistrer")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "04 12 34 56 78" }).first()).toBeVisible(SOON);

  // What is typed while the save is under way stays, and is not saved yet.
  const answered = Promise.withResolvers<void>();
  await page.route(`**${CONTACT}.data*`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await phone.fill("04 98 76 54 32");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("button", { name: "Enregistrement…" })).toBeVisible();
  await page.getByLabel("Adresse e-mail").fill("pendant@exemple.fr");
  answered.resolve();
  await expect(page.getByText(/1 modification non enregistrée.*adresse e-mail/)).toBeVisible();
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue("pendant@exemple.fr");
  await expect(phone).toHaveValue("04 98 76 54 32");
});

test("unsaved settings are not lost by a link, and the second of two administrators chooses", async ({
  page,
  browser,
}) => {
  failOnConsoleErrors(page, /status of 409/);
  await signIn(page, "administrator");
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "administrator");
  for (const one of [page, other]) await one.goto(CONTACT);

  await page.getByLabel("Adresse e-mail").fill("premiere@exemple.fr");
  await page.getByRole("link", { name: "Réglages" }).first().click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await expect(question).toContainText("adresse e-mail");
  await question.getByRole("button", { name: "Continuer la modification" }).click();

  await other.getByLabel("Adresse e-mail").fill("seconde@exemple.fr");
  await other.getByRole("button", { name: "Enregistrer" }).click();
  await expect(other.getByText("Réglages enregistrés.")).toBeVisible();

  await page.getByRole("button", { name: "Enregistrer" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "a enregistré ces réglages" });
  await expect(conflict).toContainText("seconde@exemple.fr");
  await expectAccessible(page, "a conflict of settings");
  await conflict.getByRole("radio", { name: /enregistré par/ }).check();
  await expect(page.getByLabel("Adresse e-mail", { exact: true })).toHaveValue(
    "seconde@exemple.fr",
  );
  await conflict.getByRole("radio", { name: /votre modification/ }).check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Réglages enregistrés.")).toBeVisible();
  await expect(page.getByRole("link", { name: "premiere@exemple.fr" }).first()).toBeVisible(SOON);
});

test("on a phone, every line of the footer begins at the left", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "administrator");
  for (const address of ["/admin/reglages/identite", "/"]) {
    await page.goto(address);
    const lefts = await page.locator("footer .foot__legal").evaluateAll(([line]) => {
      const tops = new Map<number, number>();
      for (const part of line!.children) {
        const { top, left } = part.getBoundingClientRect();
        tops.set(Math.round(top / 20), Math.min(left, tops.get(Math.round(top / 20)) ?? left));
      }
      const end = line!.firstElementChild!.getBoundingClientRect().right;
      return { lines: [...tops.values()], end };
    });
    expect(lefts.lines.length, address).toBeGreaterThan(1);
    expect(new Set(lefts.lines), address).toEqual(new Set([16]));
    expect(lefts.end, address).toBe(374);
  }
});
