import { mailDeletionNotices, unusedAccounts } from "#app/accounts/unused-accounts.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/request-context.ts";
import { endAccount } from "./delete-account.server.ts";

/**
 * Daily job: deletes accounts unused for three years, one month after a warning mail (decision 31). An account with an
 * obstacle, or whose deletion fails, is tried again the next day; the others are deleted regardless.
 */
export async function endUnusedAccounts(
  services: Pick<Services, "db" | "jobs" | "log">,
): Promise<void> {
  await mailDeletionNotices(services);
  for (const id of await unusedAccounts(services.db))
    await endAccount(services, null, { id }, { withComments: false, isUnused: true }).catch(
      (error: unknown) => services.log.error({ error: describeError(error) }, "unused account"),
    );
}
