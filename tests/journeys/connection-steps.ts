import type { Sql } from "#app/platform/postgres.server.ts";
import { expect, type Locator, type Page } from "./test.ts";

export const NOT_SENT = "Connexion perdue, rien n’a été envoyé";
export const NO_ANSWER = "Connexion perdue, la réponse n’est pas arrivée";
const NOT_TWICE = "Vous pouvez réessayer, rien ne sera fait deux fois.";
export const SIGNED_OUT = "Votre session est finie";
export const STREAM = "**/live?*";
export const failureNote = (page: Page) => page.getByRole("alert").filter({ hasText: "Réessayer" });
export const retryButton = (page: Page) =>
  failureNote(page).getByRole("button", { name: "Réessayer" });

/** Runs `act` offline and expects an error and no POST request; then restores the network and presses « Réessayer ». */
export async function actOffline(page: Page, act: () => Promise<void>): Promise<void> {
  const posted: string[] = [];
  const note = (sent: { method: () => string; url: () => string }) =>
    void (sent.method() === "POST" && posted.push(sent.url()));
  page.on("request", note);
  await page.context().setOffline(true);
  await act();
  await expect(failureNote(page)).toContainText(NOT_SENT);
  expect(posted).toEqual([]);
  page.off("request", note);
  await page.context().setOffline(false);
  await retryButton(page).click();
  await expect(failureNote(page)).toHaveCount(0);
}

/**
 * Runs `act` while POST requests to `address` fail with a connection reset, and expects an error; then lets them pass
 * and presses « Réessayer ».
 */
export async function actWithResetPosts(
  page: Page,
  address: string,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await act();
  await expect(failureNote(page)).toContainText(NO_ANSWER);
  await expect(failureNote(page)).toContainText(NOT_TWICE);
  await page.unroute(address);
  await retryButton(page).click();
  await expect(failureNote(page)).toHaveCount(0);
}

/** Blocks live updates: the reload that they cause may leave a page whose session has ended, or load a failed list. */
export const blockLiveStream = (page: Page) => page.route(STREAM, (route) => route.abort());

/**
 * Presses the button without a session; expects that the page stays and shows an error whose sign-in link returns to
 * `place`. Then restores the session.
 */
export async function actSignedOut(page: Page, button: Locator, place: string): Promise<void> {
  const address = page.url();
  const restoreSession = await endSession(page);
  await button.click();
  await expect(failureNote(page)).toContainText(SIGNED_OUT);
  await expect(failureNote(page).getByRole("link", { name: /^Se connecter/ })).toHaveAttribute(
    "href",
    `/connexion?retour=${place}`,
  );
  await expect(page).toHaveURL(address);
  await expect(button).toBeVisible();
  await restoreSession();
}

async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const { value } = cookies.find(({ name }) => name.endsWith("session_token"))!;
  return decodeURIComponent(value).split(".")[0]!;
}

/** Makes the password of the page's session three hours old. */
export async function ageSession(page: Page, sql: Sql): Promise<void> {
  await sql`UPDATE sessions SET password_used_at = now() - interval '3 hours' WHERE token = ${await tokenOf(page)}`;
}

/** Lets the page's session be unused for a night. */
export async function idleSession(page: Page, sql: Sql): Promise<void> {
  await sql`UPDATE sessions SET updated_at = now() - interval '13 hours' WHERE token = ${await tokenOf(page)}`;
}

/** Removes the browser's cookies. Returns a function that restores them. */
export async function endSession(page: Page): Promise<() => Promise<void>> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  return () => page.context().addCookies(cookies);
}

/** The published comment with this text, not the field in which its author edits the comment. */
export const publishedComment = (page: Page, text: string) =>
  page.getByText(text).and(page.locator(":not(textarea)"));

/** Opens a product that no other journey changes and that no unpaid order of the demo customer contains. */
export async function openProduct(page: Page): Promise<void> {
  await page.goto("/recherche/?keyword=calendula");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Les avis" })).toBeVisible();
}
