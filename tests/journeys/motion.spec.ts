import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test, type Page } from "./test.ts";

/** Opens the home page with instant scrolling, so that positions can be compared at once. */
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

/** From here on only `runFor` advances the page's clock, independent of the machine's speed. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** The ways to pause automatic movement, and to resume it: hover, focus, hidden tab, pause button. */
const holds = [
  {
    name: "the pointer over it",
    hold: (page: Page, region: string) => page.getByRole("region", { name: region }).hover(),
    release: (page: Page) => page.getByRole("contentinfo").hover(),
  },
  {
    name: "the focus within",
    hold: (page: Page, region: string) =>
      page
        .getByRole("region", { name: region })
        .getByRole("link")
        .first()
        // Scrolling would move the banner under the pointer.
        .evaluate((link) => link.focus({ preventScroll: true })),
    release: (page: Page) =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  },
  {
    name: "a hidden tab",
    hold: (page: Page) => hide(page, true),
    release: (page: Page) => hide(page, false),
  },
  {
    name: "its pause button",
    hold: async (page: Page, region: string) => {
      const pause = page.getByRole("region", { name: region }).getByRole("button", {
        name: /^Mettre en pause/,
      });
      await pause.dispatchEvent("click");
    },
    release: async (page: Page, region: string) => {
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
  test(`« ${region} » moves every ${every / 1000} s; hover, focus, a hidden tab and its button stop it (§2, §9)`, async ({
    page,
  }) => {
    await openHome(page);
    await page.getByRole("contentinfo").hover();
    await stopTime(page);
    for (const { name, hold, release } of holds) {
      await hold(page, region);
      const held = await place(page);
      await page.clock.runFor(4 * every);
      expect(await place(page), `held by ${name}`).toBe(held);
      await release(page, region);
      await page.clock.runFor(every + 100);
      await expect.poll(() => place(page), `released from ${name}`).not.toBe(held);
    }
    // The last one, the pause button, restarted the interval: the measurement begins there.
    const { hold, release } = holds.at(-1)!;
    await hold(page, region);
    const start = await place(page);
    await release(page, region);
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

test("a toast stays while the window has no focus, and disappears 5 s after it is focused again (§9)", async ({
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
  await expect(toast).toHaveCount(0);
});
