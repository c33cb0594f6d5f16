import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing, and nothing is wider than the window. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await markTopLayer(page, "1000000");
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    })
    // Without frames of other origins, one page is enough to look at one.
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
 * axe orders what lies upon what by z-index alone: without one it takes the page for what covers an open dialog, and
 * judges no contrast in it. For the browser, what is in the top layer has none.
 */
async function markTopLayer(page: Page, zIndex: string): Promise<void> {
  await page.evaluate((value) => {
    for (const element of document.querySelectorAll<HTMLElement>(":modal, :popover-open"))
      element.style.zIndex = value;
  }, zIndex);
}

/** Nothing is wider than the window (WCAG 1.4.10 at 320 px). */
export async function expectReflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect.soft(overflow, `${what}: horizontal scroll`).toBeLessThanOrEqual(0);
}
