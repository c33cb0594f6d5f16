import { announceEnds, unusedAccounts } from "#app/accounts/unused-accounts.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { endAccount } from "./delete-account.server.ts";

/**
 * Ends the accounts that nobody has used for three years, a month after telling their owners, as these would themselves
 * (docs/decisions/0031). One that an order or money under way keeps is looked at again the next day, and so is one whose
 * deletion fails: it keeps nobody else's.
 */
export async function endUnusedAccounts(
  services: Pick<Services, "db" | "jobs" | "log">,
): Promise<void> {
  await announceEnds(services);
  for (const id of await unusedAccounts(services.db))
    await endAccount(services, null, { id }, { withComments: false, isUnused: true }).catch(
      (error: unknown) => services.log.error({ error: describeError(error) }, "unused account"),
    );
}
