import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects that axe reports no violation, and that nothing is wider than the window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await markTopLayer(page, "1000000");
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    })
    // The pages have no frames of other origins, so axe needs no separate page.
    .setLegacyMode()
    .analyze();
  await markTopLayer(page, "");
  const found = violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id}: ${nodes[0]?.target.join(" ")} ${nodes[0]?.failureSummary}`,
  );
  expect.soft(found, what).toEqual([]);
  await expectReflow(page, what);
}

/**
 * axe computes the stacking order from z-index only: without one it treats the page as covering an open dialog, and
 * skips the contrast check in it. In browsers the top layer needs no z-index.
 */
async function markTopLayer(page: Page, zIndex: string): Promise<void> {
  await page.evaluate((value) => {
    for (const element of document.querySelectorAll<HTMLElement>(":modal, :popover-open"))
      element.style.zIndex = value;
  }, zIndex);
}

/** Expects that nothing is wider than the window (WCAG 1.4.10 at 320 px). */
export async function expectReflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect.soft(overflow, `${what}: horizontal scroll`).toBeLessThanOrEqual(0);
}
