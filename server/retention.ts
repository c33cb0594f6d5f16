import { forgetEndedAccess } from "#app/accounts/forget-access.server.ts";
import { forgetOldActs } from "#app/audit/record-acts.server.ts";
import { forgetOldImports } from "#app/catalogue/import/import-state.server.ts";
import { forgetOldMails } from "#app/mail/forget-mails.server.ts";
import { forgetOldMessages } from "#app/messages/messages.server.ts";
import { forgetOldReports } from "#app/moderation/forget-reports.server.ts";
import { forgetOldContracts } from "#app/orders/archived-contracts.server.ts";
import { forgetOldUnpaidOrders } from "#app/orders/forget-customer.server.ts";
import { forgetOldRefusals } from "#app/orders/reminder-refusals.server.ts";
import { forgetOldLabels } from "#app/parcels/shipping-labels.server.ts";
import { forgetOldTracking } from "#app/parcels/tracking-numbers.server.ts";
import { forgetOldDetails } from "#app/payments/forget-details.server.ts";
import { endUnusedAccounts } from "#app/privacy/end-unused-accounts.server.ts";
import { eraseUnusedGuests } from "#app/privacy/erase-guest.server.ts";
import type { Services } from "#app/request-context.ts";
import { forgetOldWithdrawals } from "#app/returns/retention.server.ts";
import { forgetOldAuthors } from "#app/reviews/review-authors.server.ts";
import { forgetOldEffects } from "#app/safety/effects.server.ts";
import { forgetOldContacts } from "#app/safety/safety-contacts.server.ts";
import { forgetOldAlerts } from "#app/stock/forget-alerts.server.ts";
import { forgetOldWaiters } from "#app/stock/forget-waiters.server.ts";

/** Deletes data whose retention period has ended (docs/data.md, Retention). */
export async function forgetOldData(
  services: Pick<Services, "db" | "jobs" | "log">,
): Promise<void> {
  const { db } = services;
  await forgetEndedAccess(db);
  await forgetOldMails(db);
  await forgetOldMessages(db);
  await forgetOldReports(db);
  await forgetOldActs(db);
  await forgetOldImports(db);
  await forgetOldDetails(db);
  await forgetOldUnpaidOrders(db);
  await forgetOldTracking(db);
  await forgetOldLabels(db);
  await forgetOldWithdrawals(db);
  await forgetOldWaiters(db);
  await forgetOldRefusals(db);
  await forgetOldContracts(db);
  await forgetOldContacts(db);
  await forgetOldEffects(db);
  await forgetOldAlerts(db);
  await forgetOldAuthors(db);
  await endUnusedAccounts(services);
  await eraseUnusedGuests(services);
}
