import { type Browser } from "@playwright/test";
import { failOnConsoleErrors } from "./console-errors.ts";
import { SOON, signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

async function openPage(browser: Browser, expected?: RegExp): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage();
  failOnConsoleErrors(page, expected);
  return page;
}

/** Sends a message through the form of /contact. */
async function write(visitor: Page, title: string): Promise<void> {
  await visitor.goto("/contact");
  const form = visitor.locator("main form");
  await form.getByLabel("Nom").fill("Jeanne Caron");
  await form.getByLabel("E-mail").fill("jeanne.caron@exemple.fr");
  await form.getByLabel("Sujet").fill(title);
  await form.getByLabel("Message").fill("Bonjour,\nle flacon est arrivé fendu.");
  await form.getByRole("button", { name: "Envoyer le message" }).click();
  await expect(visitor.getByText("Message envoyé avec success").first()).toBeVisible();
}

test("reading messages removes the badge in other tabs; a new message adds it again without a reload", async ({
  browser,
}) => {
  const orders = await openPage(browser);
  const home = await openPage(browser);
  const reader = await openPage(browser);
  const visitor = await openPage(browser);
  await signIn(orders, "administrator");
  await signIn(home, "administrator");
  await signIn(reader, "administrator");
  await write(visitor, "Avant tout");

  await orders.goto("/admin/commandes");
  const menu = orders.getByRole("navigation", { name: "Mon espace" });
  const badge = menu.getByText(/\d+ non lus/);
  await expect(badge).toBeVisible();
  // The phone menu on a page of the shop.
  await home.goto("/");
  await home.setViewportSize({ width: 390, height: 844 });
  await home.getByRole("button", { name: "Ouvrir le menu" }).click();
  const phoneBadge = home.getByRole("dialog").getByText(/\d+ non lus/);
  await expect(phoneBadge).toBeVisible();

  await test.step("opening marks every message read, and still shows which were new", async () => {
    await reader.goto("/admin/notifications");
    await expect(reader.getByText(/marqués? comme lus? à l’ouverture de cette page/)).toBeVisible();
    await expect(badge).toHaveCount(0, SOON);
    await expect(phoneBadge).toHaveCount(0, SOON);
    const first = reader.locator("li summary").first();
    await expect(first).toContainText("Nouveau");
    await expect(first).toContainText("Avant tout");
    // The mark is still shown after a visit of the list's second page.
    await reader.getByRole("link", { name: "Suivant, page 2" }).click();
    await expect(reader).toHaveURL(/page=2/);
    await reader.getByRole("link", { name: "Précédent, page 1" }).click();
    await expect(reader.locator("li summary").first()).toContainText("Nouveau");
  });

  await test.step("a new message raises the badge and is at the top of the open list", async () => {
    await write(visitor, "Un flacon fendu");
    await expect(menu.getByText("1 non lus")).toBeVisible(SOON);
    await expect(home.getByRole("dialog").getByText("1 non lus")).toBeVisible(SOON);
    const first = reader.locator("li summary").first();
    await expect(first).toContainText("Un flacon fendu", SOON);
    await first.click();
    await expect(
      reader.locator(".mail__text", { hasText: "le flacon est arrivé fendu." }).first(),
    ).toBeVisible();
    await expect(reader.getByRole("link", { name: "Répondre par e-mail" })).toHaveAttribute(
      "href",
      /^mailto:jeanne\.caron@exemple\.fr\?subject=Re/,
    );
    await reader.getByRole("button", { name: "Tout marquer comme lu" }).click();
    await expect(badge).toHaveCount(0, SOON);
    await expect(first).toContainText("Nouveau");
    await expect(reader.getByRole("button", { name: "Tout marquer comme lu" })).toHaveCount(0);
  });

  await test.step("after a reload the messages are shown as read", async () => {
    await reader.reload();
    await expect(reader.getByText("Tous les messages sont lus.")).toBeVisible();
    await expect(reader.getByText("Nouveau", { exact: true })).toHaveCount(0);
  });
});

test("if the request that marks messages read fails, the list stays, and « Tout marquer comme lu » sends the request again", async ({
  browser,
}) => {
  const reader = await openPage(browser, /net::ERR|Failed to fetch/);
  const visitor = await openPage(browser);
  await signIn(reader, "administrator");
  await write(visitor, "Hors ligne");
  await reader.route("**/admin/notifications.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await reader.goto("/admin/notifications");
  const button = reader.getByRole("button", { name: "Tout marquer comme lu" });
  await expect(button).toBeVisible();
  await expect(reader.locator("li summary").first()).toContainText("Hors ligne");
  await reader.unroute("**/admin/notifications.data*");
  await button.click();
  await expect(reader.getByText(/nouveaux? messages?, marqués? comme lus?/)).toBeVisible();
});
