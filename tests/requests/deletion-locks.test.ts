import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { expect, test } from "vitest";
import { comments, orders, users } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openShop } from "../support/shop.ts";

/*
 * An account with comments is deleted while others order the commented products (docs/locks.md). A third transaction locks
 * some of these products until the deletion and the orders wait: without one lock order, each would then hold a lock that the
 * other needs. `locks.test.ts` pauses between statements, so it misses a deadlock within one statement.
 */
const shop = await openShop();
const { db, sql } = shop;
const PRICE = 12;
const buyers = [await shop.customer(), await shop.customer()];

/** Three products and an author who commented each, inserted in ascending or descending order of their ids. */
async function makeScene(isAscending: boolean) {
  const ids = [ulid(), ulid(), ulid()].toSorted();
  const written = isAscending ? ids : ids.toReversed();
  const author = await shop.customer();
  for (const id of written)
    await insertProduct(db, { id, name: `baume ${id.toLowerCase()}`, price: PRICE });
  for (const productId of written) {
    const comment = { id: ulid(), productId, authorId: author.userId, rate: 4, text: "Doux." };
    await db.insert(comments).values(comment);
  }
  return { ids, author };
}

/** Which of the three products the third transaction locks. */
const LOCKED_PLACES = [[0], [1], [2], [0, 1, 2]];

test.each([
  ["by ascending id, deletion first", true, true],
  ["by ascending id, order first", true, false],
  ["by descending id, deletion first", false, true],
  ["by descending id, order first", false, false],
])(
  "deleting an account while others order the products it commented does not deadlock (rows inserted %s)",
  async (_how, isAscending, isDeletionFirst) => {
    for (const kept of LOCKED_PLACES) {
      const { ids, author } = await makeScene(isAscending);
      const leave = () =>
        author.post("/admin/parametre-compte/supprimer", {
          password: "Mot-de-passe-1",
          comments: "1",
        });
      const [order, another] = [ids, ids.toReversed()].map((cart, index) => {
        const items = cart.map((id) => ({ id, qty: 1 }));
        return () => buyers[index]!.post("/panier", orderForm(items, 3 * PRICE * 100));
      });
      const answers = await queueBehind(
        sql,
        (holder) => holder`
          SELECT FROM products WHERE id = ANY(${kept.map((place) => ids[place])}) FOR UPDATE`,
        isDeletionFirst ? [leave, order!, another!] : [order!, leave, another!],
      );
      const round = `products locked: ${kept.join(", ")}`;
      expect(sql.connections().conflicts, `40P01, ${round}`).toBe(0);
      const places = answers.map(({ headers }) => headers.get("location")?.replace(/\w{26}$/, ""));
      expect(places.toSorted(), round).toEqual(["/compte-supprime", "/payement/", "/payement/"]);
      expect(await db.$count(users, eq(users.id, author.userId)), round).toBe(0);
      expect(await db.$count(comments, eq(comments.productId, ids[0]!)), round).toBe(0);
    }
    for (const { userId } of buyers)
      expect(await db.$count(orders, eq(orders.customerId, userId))).toBeGreaterThanOrEqual(
        LOCKED_PLACES.length,
      );
  },
);
