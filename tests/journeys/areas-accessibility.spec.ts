import { expectReflow, expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn, signUp } from "./people.ts";
import { afterSaleStates } from "./states/after-sale-states.ts";
import { customerStates, newcomerStates } from "./states/customer-states.ts";
import { orderStates } from "./states/order-states.ts";
import { shopStates } from "./states/shop-states.ts";
import { test, waitForScripts, type Page } from "./test.ts";

const IS_THOROUGH = process.env["THOROUGH"] === "1";
/** The phone width only; with THOROUGH=1 (`npm run test:long`) the desktop width, too. */
const WIDTHS = IS_THOROUGH ? [1440, 390] : [390];
/** Each run checks a third of the administrators' states, another one each day; with THOROUGH=1 all. */
const THIRDS = [shopStates, orderStates, afterSaleStates];
const DAY = Number(process.env["STATES_DAY"]);
const administratorStates = IS_THOROUGH ? THIRDS.flat() : THIRDS[DAY % THIRDS.length]!;
for (const [who, states] of [
  ["newcomer", newcomerStates],
  ["customer", customerStates],
  ["administrator", administratorStates],
] as const) {
  test.describe(who, () => {
    let page: Page;
    test.beforeAll(async ({ browser }) => {
      page = await (await browser.newContext()).newPage();
      await waitForScripts(page);
      failOnConsoleErrors(page, /status of (40[04]|422|500)/);
      await (who === "newcomer" ? signUp(page) : signIn(page, who));
    });
    test.afterAll(() => page.context().close());

    for (const [name, open] of states) {
      test(`${name}: axe finds nothing at ${WIDTHS.join(", ")} px; no horizontal scroll at 320 px`, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await open(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          // The sticky save bar overlaps content unless the page is scrolled to the end of the bar's form.
          await page.evaluate(() => {
            const form = document.querySelector(".savebar")?.parentElement;
            form?.scrollIntoView({ block: "end", behavior: "instant" });
          });
          await expectAccessible(page, `${name} at ${width} px`);
        }
        await page.setViewportSize({ width: 320, height: 900 });
        await expectReflow(page, `${name} at 320 px`);
      });
    }
  });
}
