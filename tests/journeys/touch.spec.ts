import { expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test, type Page } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Returns touch gestures, sent through the DevTools protocol: Playwright offers taps only. */
async function fingers(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: [x: number, y: number][]) =>
    protocol.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  return {
    async swipe([x, y]: [number, number], distance: number) {
      await touch("touchStart", [[x, y]]);
      for (let step = 1; step <= 8; step++)
        await touch("touchMove", [[x + (distance * step) / 8, y]]);
      await touch("touchEnd", []);
    },
    async pinch([x, y]: [number, number], from: number, to: number) {
      const apart = (distance: number): [number, number][] => [
        [x - distance / 2, y],
        [x + distance / 2, y],
      ];
      await touch("touchStart", apart(from));
      for (let step = 1; step <= 8; step++)
        await touch("touchMove", apart(from + ((to - from) * step) / 8));
      await touch("touchEnd", []);
    },
  };
}

test("full size: shows the largest file; supports swiping, arrow keys, pinching and double taps", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  const hand = await fingers(page);
  await page.goto("/recherche/?keyword=hydratante");
  await page.getByRole("link", { name: "Acheter Crème hydratante rose et lin" }).first().click();
  await page
    .getByRole("button", { name: /Agrandir la photographie/ })
    .first()
    .click();
  const full = page.getByRole("dialog", { name: /photographie 1 sur/ });
  await expect(full.getByText(/^1\/[4-9]$/)).toBeVisible();
  const picture = (number: number) =>
    page.getByRole("dialog").getByRole("img", { name: new RegExp(`photographie ${number}$`) });
  await expect(picture(1)).toBeInViewport();
  const width = () => picture(1).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(960);
  const source = await picture(1).evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(source).toMatch(/\.(jpg|webp)$/);
  expect(source).not.toMatch(/\/\d+\.webp$/);
  await expectAccessible(page, "full size");

  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Photographie suivante" }).click();
  await expect(dialog.getByText(/^2\//)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByText(/^1\//)).toBeVisible();
  await expect(picture(1)).toBeInViewport({ ratio: 0.9 });
  await hand.swipe([300, 400], -240);
  await expect(dialog.getByText(/^2\//)).toBeVisible();
  await expect(picture(2)).toBeInViewport({ ratio: 0.9 });

  const widthOf = async () => (await picture(2).boundingBox())!.width;
  expect(await widthOf()).toBe(390);
  await hand.pinch([195, 400], 80, 240);
  await expect.poll(widthOf).toBeGreaterThan(900);
  await dialog.getByRole("button", { name: "Réduire" }).click();
  await expect.poll(widthOf).toBe(390);
  // A double tap enlarges the picture to one image pixel per device pixel, a second one reduces it.
  await page.touchscreen.tap(195, 400);
  await page.touchscreen.tap(195, 400);
  const own = await picture(2).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(widthOf).toBeGreaterThanOrEqual(Math.min(own, 780));
  await page.touchscreen.tap(195, 400);
  await page.touchscreen.tap(195, 400);
  await expect(dialog.getByRole("button", { name: "Agrandir" })).toBeVisible();

  // After closing, the page shows and focuses the last viewed picture.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  const gallery = page.getByRole("region", { name: "Photographies" });
  await expect(gallery.locator("[aria-current=true]")).toHaveAccessibleName(/^Photographie 2 sur/);
  await expect(gallery.getByRole("button", { name: /photographie 2 Agrandir/ })).toBeFocused();
});

test("swiping the banner left shows the next slide, right the previous one", async ({ page }) => {
  failOnConsoleErrors(page);
  const hand = await fingers(page);
  await page.goto("/");
  const banner = page.getByRole("region", { name: "À la une" });
  await banner.getByRole("button", { name: "Mettre en pause" }).click();
  const slide = (number: number) => banner.getByRole("article", { name: `${number} sur 3` });
  await expect(slide(1)).toBeVisible();
  await hand.swipe([300, 250], -200);
  await expect(slide(2)).toBeVisible();
  await hand.swipe([100, 250], 200);
  await expect(slide(1)).toBeVisible();
  await hand.swipe([100, 250], 200);
  await expect(slide(3)).toBeVisible();
});
