import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { fillInContactForm } from "./contact-form.ts";
import { SOON } from "./people.ts";
import { expect, test } from "./test.ts";

// The test changes the rows by SQL, as psql would: live updates do not depend on the shop making the change.
test("a new comment, a changed price and a deleted product appear on the open pages without a reload", async ({
  browser,
}) => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const product = await (await browser.newContext()).newPage();
  const shop = await (await browser.newContext()).newPage();
  failOnConsoleErrors(product, /status of 404/);
  failOnConsoleErrors(shop);
  const [chosen] = await sql<
    { id: string }[]
  >`SELECT id FROM products WHERE name = 'baume démaquillant camélia'`;
  const [author] = await sql<
    { user_id: string }[]
  >`SELECT user_id FROM profiles WHERE NOT is_admin LIMIT 1`;
  const id = chosen!.id;

  // A page receives changes once the response of its live stream has begun.
  const greeted = [product, shop].map((page) => page.waitForResponse("**/live?*"));
  await product.goto(`/produit/${id}`);
  await shop.goto("/boutique?categorie=Soins+de+la+peau");
  await Promise.all(greeted);
  await expect(shop.getByText("Baume démaquillant camélia").first()).toBeAttached();

  await sql`INSERT INTO comments (id, product_id, author_id, rate, text) VALUES ('essai', ${id}, ${author!.user_id}, 5, 'Elle fond aussitôt, je rachète.')`;
  await expect(product.getByText("Elle fond aussitôt, je rachète.")).toBeVisible(SOON);

  await sql`UPDATE products SET price_cents = 4100 WHERE id = ${id}`;
  await expect(product.getByText(/^41\s€$/).first()).toBeVisible(SOON);
  await expect(shop.getByText(/^41\s€$/).first()).toBeVisible(SOON);

  await sql`DELETE FROM products WHERE id = ${id}`;
  await expect(shop.getByText("Baume démaquillant camélia")).toHaveCount(0, SOON);
  await expect(product.getByText("Document not found").first()).toBeVisible(SOON);
  await sql.end();
});

test("a prefetched page shows the changes made before it was opened", async ({ page }) => {
  failOnConsoleErrors(page);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [{ id, name }] = (await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM products WHERE name = 'bougie de massage karité'`) as [
    { id: string; name: string },
  ];
  const greeted = page.waitForResponse("**/live?*");
  await page.goto("/boutique");
  await greeted;
  const early = page.waitForResponse((answer) => answer.url().endsWith(`/produit/${id}.data`));
  const link = page.getByRole("link", { name: new RegExp(`^${name}`, "i") }).first();
  await link.hover();
  await early;
  await sql`UPDATE products SET composition = 'Beurre de karité, et rien d’autre' WHERE id = ${id}`;
  await link.click();
  await expect(page.getByText("Beurre de karité, et rien d’autre")).toBeVisible(SOON);
  await sql.end();
});

// On a slow device React renders only the last of several states of the router: here the revalidation after the answer.
test("a revalidation that ends before the answer is rendered does not drop the answer", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.addInitScript(() => {
    // React's scheduler posts its work to itself; `held` collects these messages while it is an array.
    const post = MessagePort.prototype.postMessage;
    const window = globalThis as unknown as { held: (() => void)[] | null };
    window.held = null;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const send = () => post.call(this, message);
      if (window.held) window.held.push(send);
      else send();
    };
  });
  const form = await fillInContactForm(page);
  await page.evaluate(() => {
    type Router = {
      subscribe: (
        changed: (state: { actionData: unknown; navigation: { state: string } }) => void,
      ) => () => void;
      revalidate: () => Promise<void>;
    };
    const window = globalThis as unknown as { held: (() => void)[] | null };
    const router = Reflect.get(globalThis, "__reactRouterDataRouter") as Router;
    const stop = router.subscribe(({ actionData, navigation }) => {
      if (!actionData) return;
      window.held ??= [];
      if (navigation.state !== "idle") return;
      stop();
      // A microtask, because the router is still completing the navigation here.
      queueMicrotask(async () => {
        await router.revalidate();
        const held = window.held!;
        window.held = null;
        for (const send of held) send();
      });
    });
  });
  await form.getByRole("button", { name: /Envoyer/ }).click();
  await expect(page.getByText("Message envoyé avec success")).toBeVisible();
});
