import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test, type Page } from "./test.ts";

/** Opens the home page with instant scrolling: a scroll position is final at once. */
async function openHome(page: Page): Promise<void> {
  failOnConsoleErrors(page);
  await page.clock.install();
  await page.addInitScript(() => {
    const scrollTo = Element.prototype.scrollTo as (options: ScrollToOptions) => void;
    Element.prototype.scrollTo = function (this: Element, options: ScrollToOptions) {
      scrollTo.call(this, { ...options, behavior: "instant" });
    } as typeof Element.prototype.scrollTo;
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Produits suivants" }).first()).toBeVisible();
}

/** Stops the page's clock: afterwards only `runFor` advances it, however slow the machine is. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** The ways to pause automatic movement, and to resume it: hover, focus, hidden tab, pause button. */
const PAUSES = [
  {
    name: "the pointer over it",
    pause: (page: Page, region: string) => page.getByRole("region", { name: region }).hover(),
    resume: (page: Page) => page.getByRole("contentinfo").hover(),
  },
  {
    name: "the focus within",
    pause: (page: Page, region: string) =>
      page
        .getByRole("region", { name: region })
        .getByRole("link")
        .first()
        // Scrolling would move the banner under the pointer.
        .evaluate((link) => link.focus({ preventScroll: true })),
    resume: (page: Page) =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  },
  {
    name: "a hidden tab",
    pause: (page: Page) => hide(page, true),
    resume: (page: Page) => hide(page, false),
  },
  {
    name: "its pause button",
    pause: async (page: Page, region: string) => {
      const pause = page.getByRole("region", { name: region }).getByRole("button", {
        name: /^Mettre en pause/,
      });
      await pause.dispatchEvent("click");
    },
    resume: async (page: Page, region: string) => {
      const play = page.getByRole("region", { name: region }).getByRole("button", {
        name: "Reprendre le défilement",
      });
      await play.dispatchEvent("click");
    },
  },
];

const moving: {
  region: string;
  every: number;
  place: (page: Page) => Promise<string | number | null>;
}[] = [
  {
    region: "À la une",
    every: 5_000,
    place: (page: Page) =>
      page
        .getByRole("region", { name: "À la une" })
        .locator("[aria-current=true]")
        .getAttribute("aria-label"),
  },
  ...["En vedette", "Produits populaire"].map((region) => ({
    region,
    every: 6_000,
    place: (page: Page) =>
      page
        .getByRole("region", { name: region })
        .getByRole("list")
        .first()
        .evaluate((list) => list.scrollLeft),
  })),
];

for (const { region, every, place } of moving) {
  test(`« ${region} » moves every ${every / 1000} s; hover, focus, a hidden tab and its pause button stop it (§2, §9)`, async ({
    page,
  }) => {
    await openHome(page);
    await page.getByRole("contentinfo").hover();
    await stopTime(page);
    for (const { name, pause, resume } of PAUSES) {
      await pause(page, region);
      const before = await place(page);
      await page.clock.runFor(4 * every);
      expect(await place(page), `paused by ${name}`).toBe(before);
      await resume(page, region);
      await page.clock.runFor(every + 100);
      await expect.poll(() => place(page), `resumed after ${name}`).not.toBe(before);
    }
    // Resuming with the pause button, the last of PAUSES, restarts the interval: it is measured from there.
    const { pause, resume } = PAUSES.at(-1)!;
    await pause(page, region);
    const start = await place(page);
    await resume(page, region);
    await page.clock.runFor(every - 100);
    expect(await place(page), "before its time").toBe(start);
    await page.clock.runFor(200);
    await expect.poll(() => place(page), "in its time").not.toBe(start);
  });
}

test("with reduced motion nothing moves automatically; the arrows still work (§2)", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHome(page);
  await page.getByRole("contentinfo").hover();
  await stopTime(page);
  for (const { region, every, place } of moving) {
    const before = await place(page);
    await page.clock.runFor(4 * every);
    expect(await place(page), region).toBe(before);
    await page
      .getByRole("region", { name: region })
      .getByRole("button", { name: /suivants|suivante/ })
      .click();
    await expect.poll(() => place(page), region).not.toBe(before);
    await page.getByRole("contentinfo").hover();
  }
});

test("a toast is paused while the window has no focus, and disappears after the window is focused again (§9)", async ({
  page,
}) => {
  await openHome(page);
  await page
    .getByRole("link", { name: /^Acheter / })
    .first()
    .click();
  const add = page.getByRole("button", { name: "Ajouter Au Panier" }).first();
  await add.click();
  const toast = page.getByText(/Produit ajouté au panier|Votre panier a été mise a jour/);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  const time = page.locator(".toast__time");
  await expect(time).toHaveCSS("animation-play-state", "paused");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(time).toHaveCSS("animation-play-state", "running");
  await expect(toast).toHaveCount(0, { timeout: 20_000 });
});
