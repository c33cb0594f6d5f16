import { parseArgs } from "node:util";
import { endAccount } from "#app/privacy/delete-account.server.ts";
import { exitWithError, withShop } from "./with-shop.ts";

/**
 * npm run account:delete -- identifiant … [--comments]
 * Deletes accounts as their owners could, on a customer's request or again after a restore. `--comments` also deletes their
 * comments. The shop may be running or not.
 */
const { positionals: ids, values } = parseArgs({
  allowPositionals: true,
  options: { comments: { type: "boolean", default: false } },
});
if (ids.length === 0) exitWithError("Indiquez l’identifiant : npm run account:delete -- 01K8XQ3V…");

const OUTCOMES = {
  deleted: "supprimé",
  "no-account": "aucun compte de cet identifiant",
  "order-on-its-way": "gardé : une commande est en route",
  "money-under-way": "gardé : un paiement ou un remboursement n’est pas terminé",
  "open-withdrawal": "gardé : une rétractation ou une annulation n’est pas terminée",
  "last-administrator": "gardé : personne d’autre n’administre la boutique",
  "wrong-password": "gardé : le mot de passe a changé",
} as const;

await withShop(async (services) => {
  await services.jobs.start();
  console.log();
  for (const id of ids) {
    const { kind } = await endAccount(services, null, { id }, { withComments: values.comments });
    console.log(`  ${id}  ${OUTCOMES[kind]}`);
  }
  console.log();
});
