import { isOfToday } from "../../playwright.config.ts";
import { expectReflow, expectAccessible } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn, signUp } from "./people.ts";
import { afterSaleStates } from "./states/after-sale-states.ts";
import { customerStates, newcomerStates } from "./states/customer-states.ts";
import { guestStates, startGuestShop } from "./states/guest-states.ts";
import { orderStates } from "./states/order-states.ts";
import { shopStates } from "./states/shop-states.ts";
import { visitorStates } from "./states/visitor-states.ts";
import { test, waitForScripts, type Page } from "./test.ts";

/** The phone width only; with THOROUGH=1 (`npm run test:long`) the tablet and desktop widths, too. */
const WIDTHS = process.env["THOROUGH"] ? [1440, 768, 390] : [390];

for (const [who, states] of [
  ["visitor", visitorStates.filter(isOfToday)],
  ["newcomer", newcomerStates],
  ["customer", customerStates],
  ["guest", guestStates],
  // Later states of a list may need rows of earlier ones.
  ["administrator", [shopStates, orderStates, afterSaleStates].filter(isOfToday).flat()],
] as const) {
  test.describe(who, () => {
    let page: Page;
    let guestShop: Awaited<ReturnType<typeof startGuestShop>> | undefined;
    test.beforeAll(async ({ browser }) => {
      if (who === "guest") guestShop = await startGuestShop();
      const { baseURL } = guestShop ?? {};
      page = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
      await waitForScripts(page);
      // The link of a guest's order may be gone.
      const expected = who === "guest" ? /status of (400|410|500)/ : /status of (40[014]|422|500)/;
      failOnConsoleErrors(page, expected);
      if (who === "newcomer") await signUp(page);
      else if (who === "customer" || who === "administrator") await signIn(page, who);
    });
    test.afterAll(async () => {
      await page.context().close();
      await guestShop?.stop();
    });

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
