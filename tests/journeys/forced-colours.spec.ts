import sharp from "sharp";
import { signUp } from "./people.ts";
import { expect, test, type Locator } from "./test.ts";

test("in forced colours the current thumbnail, the chosen stars and the icons are distinguishable", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  const border = (number: number) =>
    page
      .getByRole("button", { name: `Photographie ${number} sur`, exact: false })
      .evaluate((thumbnail) => getComputedStyle(thumbnail, "::after").borderTopWidth);
  expect([await border(1), await border(2)]).toEqual(["4px", "0px"]);
  const star = page.getByRole("radio", { name: "3 sur 5" });
  await star.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 sur 5" })).toBeChecked();
  const fill = (stars: number) =>
    page.locator(`label[for="rate-${stars}"] svg`).evaluate((svg) => getComputedStyle(svg).fill);
  const [third, fourth, fifth] = [await fill(3), await fill(4), await fill(5)];
  expect(third).toBe(fourth);
  expect(fifth).not.toBe(fourth);
  const [icon, text] = await page
    .getByText("Livraison offerte")
    .evaluate((text) => [
      getComputedStyle(text.previousElementSibling!).color,
      getComputedStyle(text).color,
    ]);
  expect(icon).toBe(text);
});

/** The painted share of an icon's square, from 0 to 1. */
async function drawnPart(icon: Locator): Promise<number> {
  const pixels = await sharp(await icon.screenshot())
    .greyscale()
    .raw()
    .toBuffer();
  const background = pixels[0]!;
  return pixels.filter((pixel) => Math.abs(pixel - background) > 100).length / pixels.length;
}

test("in forced colours the current page stands out in the menu and in the pagination", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/boutique");
  for (const [region, current, other] of [
    ["Principal", /^Boutique$/, /^FAQ$/],
    ["Pages de la boutique", /^Page 1/, /^Page 2/],
  ] as const) {
    const links = page.getByRole("navigation", { name: region });
    await expect(links.getByRole("link", { name: current })).toHaveCSS("outline-style", "solid");
    await expect(links.getByRole("link", { name: other })).toHaveCSS("outline-style", "none");
  }
});

test("in forced colours a set favourite is a filled heart, others are outlines", async ({
  page,
}) => {
  await signUp(page);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/boutique");
  const hearts = page.getByRole("main").getByRole("button", { name: /favoris/ });
  const heart = hearts.first();
  const icon = heart.locator("svg");
  const line = await drawnPart(icon);
  expect(line).toBeGreaterThan(0.05);
  await heart.press("Enter");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("heading", { level: 1 }).hover();
  const full = await drawnPart(icon);
  expect(full).toBeGreaterThan(line * 1.5);
  expect(await drawnPart(hearts.nth(1).locator("svg"))).toBeLessThan(line * 1.2);
});
