import { salesSettings } from "#app/checkout/sales-settings.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { publishByForm } from "../support/lots.ts";
import { withAttackedShop, type Attack } from "./attack.ts";
import { administrator, orderingCustomer } from "./customers.ts";

const DAY_MS = 86_400_000;
const FLOOD = 60;
const HOME = { shippingMethod: "Livraison à domicile" };
/** Two companies. */
const SIREN = "732 829 320";
const OTHER_VAT = "FR40303265045";

/**
 * What forms must not let anybody do: a company's numbers from hidden or contradicting fields, impossible days of pick-up and those of
 * others' orders, a recall closed before its authorities were told, nameless reports, floods of reports, samples that the shop has
 * stopped offering. Counts what is stored.
 */
export const forbiddenActs: Attack = {
  name: "forbidden-acts",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, sql }) => {
      const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
      const admin = await administrator(url, sql);
      const customer = await orderingCustomer(url, sql);
      const stranger = await orderingCustomer(url, sql);
      const [product] = await sql<{ id: string; cents: number }[]>`
        SELECT id, price_cents AS cents FROM products WHERE price_cents > 0 LIMIT 1`;
      const order = async (fields: Record<string, string>) => {
        const form = orderForm([{ id: product!.id, qty: 1 }], product!.cents, fields);
        const answer = await customer.post("/panier", form);
        await answer.text();
        return answer.headers.get("location")?.split("/").at(-1) ?? null;
      };

      const company = { billingCompany: "Salon", billingName: "", billingAddress: "" };
      const hidden = [
        await order({ ...HOME, ...company, billingSiren: SIREN }),
        await order({
          ...HOME,
          billing: "1",
          billingCompany: " ",
          billingName: "A",
          billingAddress: "1 rue A, 69003 Lyon",
          billingSiren: SIREN,
        }),
        await order({ ...HOME, ...company, billingSiren: "123", billingVatNumber: "?" }),
      ];
      const contradicting = [
        await order({
          ...HOME,
          ...company,
          billing: "1",
          billingSiren: SIREN,
          billingVatNumber: OTHER_VAT,
        }),
        await order({
          ...HOME,
          ...company,
          billing: "1",
          billingSiren: SIREN,
          billingVatNumber: "DE136695976",
        }),
        await order({ ...HOME, ...company, billing: "1", billingSiren: "123 456 789" }),
      ];
      const companies = count(
        sql`SELECT FROM orders WHERE billing_siren IS NOT NULL OR billing_company IS NOT NULL`,
      );

      const id = await order({});
      await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${id}`;
      const inDays = (days: number) => parisDay(new Date(Date.now() + days * DAY_MS));
      const days = [inDays(1), inDays(-1), "9999-12-31", "2026-02-30", "0001-01-01", "infinity"];
      const path = `/admin/my-orders/${id}`;
      const say = (who: Browser, pickedUpOn: string, where = path) =>
        who.post(where, { intent: "pick-up", pickedUpOn });
      for (const day of days) await (await say(customer, day)).text();
      for (const who of [stranger, new Browser(url)]) await (await say(who, inDays(0))).text();
      await (await say(customer, inDays(0), `/admin/commandes/${id}/colis`)).text();
      const pickUps = await count(sql`SELECT FROM orders WHERE picked_up_on IS NOT NULL`);

      const recall = await publishByForm(admin, {
        produit: product!.id,
        du: inDays(-9),
        au: inDays(0),
      });
      for (const who of [admin, customer])
        await (
          await who.post(`/admin/rappels/${recall}`, { intent: "close", confirmed: "1" })
        ).text();
      const closed =
        recall === null
          ? Infinity
          : await count(sql`SELECT FROM recalls WHERE closed_at IS NOT NULL`);

      const [comment] = await sql`SELECT id FROM comments WHERE hidden_at IS NULL LIMIT 1`;
      const report = async (reason: string, explanation: string) => {
        const fields = { reason, explanation, name: "", email: "", faith: "1" };
        await (await stranger.post(`/signaler-avis/${comment!["id"]}`, fields)).text();
      };
      for (const reason of ["illegal", "personal", "fake", "unrelated", "other", ""])
        await report(reason, "Sans nom.");
      const nameless = await count(sql`SELECT FROM review_reports WHERE explanation = 'Sans nom.'`);
      for (let index = 0; index < FLOOD; index++) await report("child", `Signalement ${index}`);
      for (let index = 0; index < FLOOD; index++)
        await (
          await stranger.post("/effet-indesirable", {
            productId: product!.id,
            description: `Rougeurs ${index}`,
            seriousness: "none",
            email: "victime@exemple.fr",
          })
        ).text();
      const reports = await count(sql`SELECT FROM review_reports WHERE reason = 'child'`);
      const effects = await count(sql`SELECT FROM effect_reports`);
      const receipts = await count(sql`SELECT FROM mails WHERE template = 'effect-receipt'`);

      const sales = draftOf(salesSettings, { ...salesSettings.defaults.real, samples: "no" });
      const saved = await admin.post("/admin/reglages/vente", { ...sales, version: "0", base: "" });
      if (saved.status !== 200) throw new Error(`the settings answered ${saved.status}`);
      await order({ ...HOME, samples: "1" });
      const samples = await count(sql`SELECT FROM orders WHERE samples = 'requested'`);
      return [
        {
          figure: "orders refused for hidden numbers",
          value: hidden.filter((one) => one === null).length,
          limit: 0,
        },
        {
          figure: "orders with contradicting numbers",
          value: contradicting.filter((one) => one !== null).length,
          limit: 0,
        },
        { figure: "orders with a hidden company", value: await companies, limit: 0 },
        { figure: "forbidden pick-ups", value: pickUps, limit: 0 },
        { figure: "recalls closed too early", value: closed, limit: 0 },
        { figure: "nameless reports", value: nameless, limit: 0 },
        { figure: `reports taken of ${FLOOD}`, value: reports || Infinity, limit: 20 },
        { figure: `undesirable effects taken of ${FLOOD}`, value: effects || Infinity, limit: 20 },
        { figure: "receipts to one mailbox", value: receipts || Infinity, limit: 5 },
        { figure: "samples requested without an offer", value: samples, limit: 0 },
      ];
    }),
};
