import { expect, type Page } from "@playwright/test";

/**
 * Fails the current test on a console error or warning, except those that match `expected`, and on every uncaught
 * exception. A request that the router aborts because the page is left may reject without a handler: that is no fault.
 */
export function failOnConsoleErrors(page: Page, expected?: RegExp): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (expected?.test(message.text())) return;
    expect.soft(message.text(), `console ${message.type()} on ${page.url()}`).toBe("");
  });
  page.on("pageerror", (error) => {
    if (error.name === "AbortError") return;
    expect.soft(String(error), `uncaught on ${page.url()}`).toBe("");
  });
}
