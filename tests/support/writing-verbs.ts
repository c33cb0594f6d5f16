import { ulid } from "ulid";
import { makeAdministrator } from "#app/accounts/administrators.server.ts";
import { signIn } from "#app/accounts/auth.server.ts";
import { confirmEmailChange, restoreAddress } from "#app/accounts/change-address.server.ts";
import { hashOf } from "#app/accounts/email-change.server.ts";
import { forgetEndedAccess } from "#app/accounts/forget-access.server.ts";
import { joinGuestOrders } from "#app/accounts/join-orders.server.ts";
import {
  changePassword,
  choosePassword,
  confirmPassword,
  sendPasswordLink,
  writePasswordLink,
} from "#app/accounts/password.server.ts";
import { changePhoto, removePhoto } from "#app/accounts/photo.server.ts";
import {
  cancelAddressChange,
  resendConfirmationLink,
  updateProfile,
} from "#app/accounts/profile.server.ts";
import { mailDeletionNotices } from "#app/accounts/unused-accounts.server.ts";
import { removeAddress, saveAddress } from "#app/addresses/addresses.server.ts";
import { forgetOldActs, recordAccess } from "#app/audit/record-acts.server.ts";
import { endPriceReductions } from "#app/catalogue/end-price-reductions.server.ts";
import { NO_FACTS } from "#app/catalogue/facts/facts-schema.ts";
import { deleteFamily, saveFamily } from "#app/catalogue/families/save-family.server.ts";
import { checkImport } from "#app/catalogue/import/check-import.server.ts";
import {
  cancelImport,
  forgetOldImports,
  startImport,
} from "#app/catalogue/import/import-state.server.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { deleteProduct } from "#app/catalogue/manage/delete-product.server.ts";
import { createProduct, updateProduct } from "#app/catalogue/manage/save-product.server.ts";
import { applyPlannedPrices } from "#app/catalogue/prices/apply-planned-prices.server.ts";
import { cancelPricePlan, planPrices } from "#app/catalogue/prices/plan-prices.server.ts";
import { verifyFindings } from "#app/catalogue/watch/watch.server.ts";
import { toggleFavourite } from "#app/favourites/favourites.server.ts";
import { closePeriods } from "#app/fiscal/fiscal-journal.server.ts";
import { resendMail } from "#app/mail-log/resend-mail.server.ts";
import { forgetOldMails } from "#app/mail/forget-mails.server.ts";
import { awaitTurn, markSent, recordFailure, startMailAttempt } from "#app/mail/outbox.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { forgetUpload, openUpload, storeUpload } from "#app/media/uploads.server.ts";
import { forgetOldMessages, markAllRead } from "#app/messages/messages.server.ts";
import { sendMessage } from "#app/messages/send-message.server.ts";
import { decideReport } from "#app/moderation/decide-report.server.ts";
import { forgetOldReports } from "#app/moderation/forget-reports.server.ts";
import { reportReview } from "#app/moderation/report-review.server.ts";
import { acceptPostgres } from "#app/opening/accept-postgres.server.ts";
import { closeShop, openShop } from "#app/opening/opening.server.ts";
import { recordProof } from "#app/opening/proofs.server.ts";
import { makeLink } from "#app/opening/shop-links.server.ts";
import { noteTrialArrived, sendTrialMail } from "#app/opening/trial-mail.server.ts";
import { forgetOldContracts, readArchivedContract } from "#app/orders/archived-contracts.server.ts";
import {
  confirmCashOrder,
  confirmEmailAndHold,
  holdConfirmedOrders,
} from "#app/orders/cash-holds.server.ts";
import { disownOrder } from "#app/orders/disown-order.server.ts";
import { forgetOldUnpaidOrders } from "#app/orders/forget-customer.server.ts";
import { renewLink } from "#app/orders/guest-link.server.ts";
import { mailOverdueNotices, noticeLateOrder } from "#app/orders/late-delivery.server.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { confirmOrderEmail } from "#app/orders/order-email.server.ts";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { recordPickUp, statePickUp } from "#app/orders/pick-up.server.ts";
import { placeOrder } from "#app/orders/place-order.server.ts";
import { remindUnpaidOrders } from "#app/orders/remind-unpaid-orders.server.ts";
import {
  forgetOldRefusals,
  refusalToken,
  refuseReminders,
} from "#app/orders/reminder-refusals.server.ts";
import { cancelShippingLabel, endCancellations } from "#app/parcels/cancel-label.server.ts";
import { handOver } from "#app/parcels/hand-over.server.ts";
import { recordParcelPickUp } from "#app/parcels/parcel-pick-up.server.ts";
import { createShippingLabel, forgetOldLabels } from "#app/parcels/shipping-labels.server.ts";
import { changeTracking, forgetOldTracking } from "#app/parcels/tracking-numbers.server.ts";
import { cancelLateOrder } from "#app/payments/cancel-late-order.server.ts";
import { cancelOwnOrder } from "#app/payments/cancel-own-order.server.ts";
import { capturePayment, syncPayment } from "#app/payments/capture-payment.server.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { recordDispute } from "#app/payments/disputes.server.ts";
import { endUnpaidOrders } from "#app/payments/end-unpaid-orders.server.ts";
import { forgetOldDetails } from "#app/payments/forget-details.server.ts";
import { resolveMismatch } from "#app/payments/payment-mismatches.server.ts";
import { recordProviderRefunds, sendRefund } from "#app/payments/provider-refunds.server.ts";
import { cancelOrder, refundOrder } from "#app/payments/refund-order.server.ts";
import { startPayment } from "#app/payments/start-payment.server.ts";
import { handleEvent, paymentOf } from "#app/payments/webhook-endpoint.ts";
import { askForTransactions, readTransactions } from "#app/payouts/read-transactions.server.ts";
import { statementToken } from "#app/platform/statement-token.server.ts";
import { endAccount } from "#app/privacy/delete-account.server.ts";
import { eraseGuest } from "#app/privacy/erase-guest.server.ts";
import { forgetStoredData } from "#app/privacy/stored-data.server.ts";
import type { Services } from "#app/request-context.ts";
import { closeReturn } from "#app/returns/close-return.server.ts";
import { closeWithdrawal } from "#app/returns/close-withdrawal.server.ts";
import { expectReturn } from "#app/returns/expect-return.server.ts";
import { linkWithdrawal, matchWithdrawal } from "#app/returns/link-withdrawal.server.ts";
import { queueWholeReceipt, statementOf as readStatement } from "#app/returns/receipt.server.ts";
import { receiveReturn } from "#app/returns/receive-return.server.ts";
import { recordWithdrawal } from "#app/returns/record-withdrawal.server.ts";
import { forgetOldWithdrawals } from "#app/returns/retention.server.ts";
import { takeBackWithdrawal } from "#app/returns/take-back.server.ts";
import { changeComment, removeComment } from "#app/reviews/own-comments.server.ts";
import { forgetOldAuthors } from "#app/reviews/review-authors.server.ts";
import { publishComment } from "#app/reviews/reviews.server.ts";
import { decideEffect, forgetOldEffects } from "#app/safety/effects.server.ts";
import { recordLots } from "#app/safety/lots.server.ts";
import {
  closeRecall,
  extendRecalls,
  noteNotification,
  publishRecall,
} from "#app/safety/recalls.server.ts";
import { reportEffect } from "#app/safety/report-effect.server.ts";
import { forgetOldContacts } from "#app/safety/safety-contacts.server.ts";
import { mailsSettings } from "#app/settings/mails-settings.ts";
import { saveSettings } from "#app/settings/save-settings.server.ts";
import { keepTerms } from "#app/settings/terms-versions.server.ts";
import { applyStockFile } from "#app/stock/apply-stock-file.server.ts";
import { forgetOldAlerts } from "#app/stock/forget-alerts.server.ts";
import { forgetOldWaiters } from "#app/stock/forget-waiters.server.ts";
import { moveStock, setAlertLevel, stopCounting } from "#app/stock/move-stock.server.ts";
import { mailStockDigest } from "#app/stock/stock-digest.server.ts";
import { checkStockFile } from "#app/stock/stock-files.server.ts";
import { tellWaiters } from "#app/stock/tell-waiters.server.ts";
import {
  addWaiter,
  confirmWaiting,
  hashOf as waitingHash,
  newToken,
  stopWaiting,
} from "#app/stock/waiters.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { PRICE_CENTS, type Fixture } from "./concurrent-fixture.ts";
import { sampleReduction } from "./reductions.ts";

const PASSWORD = "Trois-moineaux-gris-7";

type Verb = (services: Services, scene: Fixture) => Promise<unknown>;

const texts = (name: string) => ({
  name,
  priceCents: 500,
  category: "Parfums" as const,
  sellingType: "Normal" as const,
  description: "",
  composition: "",
  specifications: [],
  ...NO_FACTS,
});
const profile = { name: "Anne Martin", dateOfBirth: null, phone: "" };
/** Turns the unpaid order into one without an account, with the person's e-mail address. */
const withoutAccount = ({ sql }: Services, { person, orders }: Fixture) => sql`
  UPDATE orders SET customer_id = NULL, guest_email = ${person.email}, guest_link_version = 1, guest_link_at = now()
  WHERE id = ${orders.unpaid}`;
const caller = ({ person }: Fixture) => ({
  address: "192.0.2.1",
  account: person.id,
  cookie: null,
  userAgent: null,
});
const orderOf = (scene: Fixture, customer: Fixture["person"]) => ({
  items: scene.products.map((id) => ({ id, qty: 1 })),
  seenTotalCents: 2 * PRICE_CENTS,
  idempotencyKey: ulid(),
  name: "Anne",
  phone: "0612345678",
  address: "14 rue des Lilas, 69003 Lyon",
  shippingMethod: "Point de relais" as const,
  paymentMethod: "Paiement à la livraison" as const,
  customer,
});

const ADDRESS = {
  kind: "delivery" as const,
  name: "Anne Martin",
  phone: "",
  street: "14 rue des Lilas",
  postalCode: "69003",
  town: "Lyon",
  country: "FR",
  company: "",
  siren: "",
  vatNumber: "",
};

const familyOf = (name: string, products: readonly string[]) => ({
  id: ulid(),
  version: 0,
  name,
  kind: "teinte" as const,
  members: products.map((id, index) => ({ id, label: `Teinte ${index}`, colour: "#C08080" })),
});

/** A reduction with a limit of uses, so that each order locks its counter. */
const LIMITED = sampleReduction({ id: "limitee", name: "Limitée", most: "9999" });

const statementOf = ({ person }: Fixture, orderId: string) => ({
  name: "Anne",
  number: orderId.slice(10).toUpperCase(),
  email: person.email,
  articles: "",
  lines: null,
  repeat: 0,
});
/** Inserts a statement about an order of the neighbour, which has no order yet; returns its id. */
async function stated(
  { sql }: Services,
  { orders }: Fixture,
  email: string,
  at = new Date(),
): Promise<string> {
  const id = ulid();
  await sql`INSERT INTO withdrawals (id, order_number, name, email, articles, created_at)
    VALUES (${id}, ${orders.sold.slice(10).toUpperCase()}, 'Anne', ${email}, ${id}, ${at})`;
  return id;
}

const notice = { description: "x", danger: "x", action: "x", remedy: "x", contact: "x" };
/** Inserts an open recall of the first product's lot A; returns its id. */
async function recalled({ sql }: Services, { products }: Fixture): Promise<string> {
  const id = ulid();
  await sql`INSERT INTO recalls (id, product_id, product_name, lots, description, danger, action, remedy, contact)
    VALUES (${id}, ${products[0]}, 'x', ARRAY['A'], 'x', 'x', 'x', 'x', 'x')`;
  return id;
}
/** Inserts waiters for both products with the first account's address; returns the token of the first product's. */
async function waiting({ sql }: Services, { products, person }: Fixture, isConfirmed: boolean) {
  const token = newToken();
  for (const [index, id] of products.entries())
    await sql`INSERT INTO stock_waiters (id, product_id, email, token_hash, confirmed_at)
      SELECT ${ulid()}, id, ${person.email}, ${index === 0 ? waitingHash(token) : ulid()}, ${isConfirmed ? new Date() : null}
      FROM products WHERE id = ${id} FOR KEY SHARE
      ON CONFLICT DO NOTHING`;
  return token;
}
/** Inserts a plan for both products that runs since a day, and ends in `rest`; returns its id. */
async function planned({ sql }: Services, { products }: Fixture, rest: string): Promise<string> {
  const id = ulid();
  await sql`INSERT INTO price_plans (id, percent, starts_at, ends_at)
    VALUES (${id}, 20, now() - interval '1 day', now() + ${rest}::interval)`;
  await sql`INSERT INTO planned_prices (plan_id, product_id)
    SELECT ${id}, id FROM products WHERE id = ANY (${[...products]}::text[]) ORDER BY id FOR KEY SHARE`;
  return id;
}
const numberOf = (orderId: string) => `6A${orderId.slice(10).toUpperCase()}`;
const today = () => parisDay(new Date());
const parcelOf = (orderId: string) => ({
  orderId,
  carrier: "Colissimo" as const,
  trackingNumber: numberOf(orderId),
  lines: "all" as const,
  formKey: orderId,
  confirmed: "",
});
/** Records lot A of an order's only line. */
const recordLot = (services: Services, { person }: Fixture, orderId: string) =>
  recordLots(services, person, {
    orderId,
    lots: [{ position: 0, lot: "A", bestBefore: null, quantity: 1 }],
    seen: "",
  });

/** Counts both products, with many pieces. */
async function counted({ sql }: Services, { products }: Fixture): Promise<void> {
  await sql.begin(async (tx) => {
    // As `lockForStart` does: without it, this alone would deadlock with a verb that has locked the orders.
    await tx`SELECT FROM products WHERE id = ANY (${products}::text[]) ORDER BY id FOR UPDATE`;
    await tx`SELECT FROM orders WHERE id IN (
      SELECT order_id FROM order_lines WHERE product_id = ANY (${products}::text[])) ORDER BY id FOR UPDATE`;
    for (const id of products) await tx`SELECT start_counting(${id}, 500, '', NULL, NULL)`;
  });
}

/** Makes « sold » a cash order of counted products that still waits for its hold, although its address is confirmed. */
async function toConfirm(services: Services, scene: Fixture): Promise<string> {
  const { sold } = scene.orders;
  await counted(services, scene);
  await services.sql`UPDATE orders SET hold_ended_at = now(), to_confirm_until = now() + interval '1 day',
    email_confirmed_at = now() WHERE id = ${sold}`;
  return sold;
}

/** All writing verbs by the name that `namesOfWritingVerbs` gives them; some in several variants. */
export const VERBS: Record<string, Verb> = {
  "accounts/administrators#makeAdministrator": ({ db, auth }, { person }) =>
    makeAdministrator(db, auth, { ...person, password: PASSWORD, mayPromote: true }),
  "accounts/auth#signIn": (services, scene) =>
    signIn(services, caller(scene), { email: scene.person.email, password: PASSWORD }),
  "accounts/auth#signIn, which takes orders in": async (services, scene) => {
    await withoutAccount(services, scene);
    return signIn(services, caller(scene), { email: scene.person.email, password: PASSWORD });
  },
  "accounts/change-address#confirmEmailChange": async (services, { person, mark }) => {
    const email = `nouvelle-${mark}@exemple.fr`;
    await updateProfile(services, person, { ...profile, email });
    const [mail] = await services.sql`
      SELECT props->>'path' AS path FROM mails WHERE recipient = ${email} AND template = 'confirm-address'`;
    const token = new URLSearchParams(String(mail?.["path"]).split("?")[1]).get("lien") ?? "";
    return confirmEmailChange(services, { token, password: PASSWORD });
  },
  "accounts/change-address#restoreAddress": async (services, { person: { id }, mark }) => {
    await services.sql`
      INSERT INTO former_addresses (token_hash, user_id, email)
      SELECT ${hashOf(id)}, id, ${`ancienne-${mark}@exemple.fr`} FROM users WHERE id = ${id} FOR KEY SHARE
      ON CONFLICT DO NOTHING`;
    return restoreAddress(services, { token: id });
  },
  "accounts/forget-access#forgetEndedAccess": ({ db }) => forgetEndedAccess(db),
  "accounts/password#changePassword": (services, { person }) =>
    changePassword(services, person, { formerPassword: "x", password: PASSWORD }),
  "accounts/password#confirmPassword": (services, { person }) =>
    confirmPassword(services, person, PASSWORD),
  "accounts/password#choosePassword": async (services, scene) => {
    const token = await services.db.transaction((tx) =>
      writePasswordLink(tx, scene.person.id, { id: ulid(), hours: 1 }),
    );
    return choosePassword(services, caller(scene), { token, password: PASSWORD });
  },
  "accounts/password#choosePassword, forgetting what is stored": async (services, scene) => {
    const { id } = scene.person;
    await services.sql`UPDATE users SET email_verified = false WHERE id = ${id}`;
    const token = await services.db.transaction((tx) =>
      writePasswordLink(tx, id, { id: ulid(), hours: 1 }),
    );
    return choosePassword(services, caller(scene), {
      token,
      password: PASSWORD,
      forget: forgetStoredData,
    });
  },
  "accounts/password#sendPasswordLink": (services, { person }) =>
    sendPasswordLink(services, person),
  "accounts/photo#changePhoto": (services, { person, avatar }) =>
    changePhoto(services, person, { uploadId: avatar }),
  "accounts/photo#removePhoto": (services, { person }) => removePhoto(services, person),
  "accounts/profile#updateProfile": (services, { person }) =>
    updateProfile(services, person, { ...profile, email: person.email }),
  "accounts/profile#updateProfile, with another address": (services, { person, mark }) =>
    updateProfile(services, person, { ...profile, email: `autre-${mark}@exemple.fr` }),
  "accounts/profile#cancelAddressChange": (services, { person }) =>
    cancelAddressChange(services, person),
  "accounts/profile#resendConfirmationLink": (services, { person }) =>
    resendConfirmationLink(services, person),
  "accounts/unused-accounts#mailDeletionNotices": (services) => mailDeletionNotices(services),
  "audit/record-acts#forgetOldActs": ({ db }) => forgetOldActs(db),
  "audit/record-acts#recordAccess": ({ db }, { person }) =>
    recordAccess(db, person, { act: "health-data-read", id: "x", name: "x" }),
  "catalogue/end-price-reductions#endPriceReductions": ({ db }) => endPriceReductions(db),
  "catalogue/import/check-import#checkImport": ({ db }, { person, mark }) =>
    checkImport(db, person, {
      hasResponsible: true,
      isDemo: true,
      fileName: "produits.csv",
      content: Buffer.from(`nom;prix;categorie\nAmbre ${mark};12;Parfums\n`),
    }),
  "catalogue/import/import-state#startImport": ({ db, jobs }, { neighbour, importId }) =>
    startImport(db, jobs, neighbour, { importId, mayEmpty: true }),
  "catalogue/import/import-state#cancelImport": ({ db }, { person, importId }) =>
    cancelImport(db, person, importId),
  "catalogue/import/run-import#runImport": async ({ db, sql }, { importId }) => {
    await sql`UPDATE product_imports SET state = 'running' WHERE id = ${importId}`;
    await runImport(db, importId);
  },
  "catalogue/import/import-state#forgetOldImports": ({ db }) => forgetOldImports(db),
  "catalogue/manage/save-product#createProduct": (services, { person, uploads, mark }) =>
    createProduct(services, person, {
      product: texts(`ambre zeste opale ${mark}`),
      uploadIds: uploads.toReversed(),
    }),
  "catalogue/manage/save-product#updateProduct": (services, { person, products, uploads, mark }) =>
    updateProduct(services, person, {
      id: products[1],
      version: 1,
      product: texts(`opale ambre ${mark}`),
      pictures: [],
      uploadIds: uploads,
    }),
  "catalogue/manage/delete-product#deleteProduct": (services, { person, products }) =>
    deleteProduct(services, person, products[0]),
  "catalogue/families/save-family#saveFamily": ({ db }, { person, products, mark }) =>
    saveFamily(db, person, familyOf(mark, products)),
  "catalogue/families/save-family#saveFamily, the same products by another administrator": (
    { db },
    { neighbour, products, mark },
  ) => saveFamily(db, neighbour, familyOf(`${mark}x`, products.toReversed())),
  "catalogue/families/save-family#deleteFamily": async ({ db }, { person, products, mark }) => {
    const family = familyOf(mark, products);
    await saveFamily(db, person, family);
    await deleteFamily(db, person, family.id);
  },
  "catalogue/prices/plan-prices#planPrices": (services, { person, products }) =>
    planPrices(services, person, {
      id: ulid(),
      priceCents: 100,
      percent: null,
      startsAt: null,
      endsAt: "2099-01-01T00:00",
      productIds: products.toReversed(),
    }),
  "catalogue/prices/plan-prices#cancelPricePlan": async (services, scene) =>
    cancelPricePlan(services, scene.person, await planned(services, scene, "1 day")),
  "catalogue/prices/apply-planned-prices#applyPlannedPrices": async (services, scene) => {
    await planned(services, scene, "-1 hour");
    return applyPlannedPrices(services.db);
  },
  "catalogue/watch/watch#verifyFindings": ({ db }, { person, products }) =>
    verifyFindings(db, person, { id: products[0], keys: ["description|naturel|bio"] }),
  "fiscal/fiscal-journal#closePeriods": ({ db }) => closePeriods(db),
  "addresses/addresses#saveAddress": ({ db }, { person }) => saveAddress(db, person, ADDRESS),
  "addresses/addresses#saveAddress, as the default": ({ db }, { person, ownAddress }) =>
    saveAddress(db, person, { ...ADDRESS, isDefault: "on" }, ownAddress),
  "addresses/addresses#removeAddress": ({ db }, { person, ownAddress }) =>
    removeAddress(db, person, ownAddress),
  "favourites/favourites#toggleFavourite": ({ db }, { person, products }) =>
    toggleFavourite(db, person, products[1]),
  "mail-log/resend-mail#resendMail": (services, { person, waitingMail }) =>
    resendMail(services, person, waitingMail),
  "mail/outbox#startMailAttempt": ({ db }, { waitingMail }) => startMailAttempt(db, waitingMail),
  "mail/outbox#awaitTurn": async (services, { waitingMail }) => {
    await services.sql`UPDATE mails SET is_counted = true WHERE key = ${waitingMail}`;
    const mail = await startMailAttempt(services.db, waitingMail);
    return mail && awaitTurn(services, mail);
  },
  "mail/outbox#markSent": ({ db }, { waitingMail }) => markSent(db, waitingMail),
  "mail/outbox#recordFailure": ({ db }, { waitingMail }) => recordFailure(db, waitingMail, "x"),
  "mail/forget-mails#forgetOldMails": ({ db }) => forgetOldMails(db),
  "media/sweep#sweep": (services) => sweep(services),
  "media/uploads#openUpload": ({ db }, { person }) =>
    openUpload(db, person, { id: ulid(), kind: "avatar", fileName: "x.jpg", sizeBytes: 9 }),
  "media/uploads#forgetUpload": ({ db, jobs }, { uploads }) => forgetUpload(db, jobs, uploads[0]),
  "media/uploads#storeUpload": (services, { person, uploads }) =>
    storeUpload(services, person, uploads[0]),
  "messages/messages#markAllRead": ({ db }, { person }) => markAllRead(db, person),
  "messages/messages#forgetOldMessages": ({ db }) => forgetOldMessages(db),
  "messages/send-message#sendMessage": (services, scene) =>
    sendMessage(services, caller(scene), {
      title: "x",
      message: "x",
      email: scene.person.email,
      company: "",
      name: "Anne",
      phoneNumber: "",
    }),
  "moderation/decide-report#decideReport": (services, { person, report }) =>
    decideReport(services, person, { id: report, decision: "hide", reason: "Injure", seen: "" }),
  "moderation/decide-report#decideReport, by another administrator": (
    services,
    { neighbour, report },
  ) => decideReport(services, neighbour, { id: report, decision: "keep", reason: "x", seen: "" }),
  "moderation/forget-reports#forgetOldReports": ({ db }) => forgetOldReports(db),
  "moderation/report-review#reportReview": (services, scene) =>
    reportReview(services, caller(scene), {
      commentId: scene.ownComment.commentId,
      reason: "fake",
      explanation: "x",
      name: "Anne",
      email: scene.person.email,
      faith: "1",
    }),
  "opening/accept-postgres#acceptPostgres": ({ db, config }, { person }) => {
    const outdated = (() => Promise.resolve([{ number: "180004" }])) as unknown as Services["sql"];
    const isEmbedded = { databaseUrl: undefined, isPublic: true };
    return acceptPostgres({ db, sql: outdated, config: { ...config, ...isEmbedded } }, person);
  },
  "opening/opening#openShop": (services, { person }) =>
    openShop(
      { ...services, paypal: { ...services.paypal, checkCredentials: async () => true } },
      person,
    ),
  "opening/opening#closeShop": (services, { person }) => closeShop(services, person),
  "opening/proofs#recordProof": ({ db }, { mark }) => recordProof(db, "webhook", mark),
  "opening/trial-mail#sendTrialMail": (services, { person }) => sendTrialMail(services, person),
  "opening/trial-mail#noteTrialArrived": async (services) =>
    noteTrialArrived(services, await makeLink(services.db, "trial-mail", { hours: 1 })),
  "orders/archived-contracts#forgetOldContracts": ({ db }) => forgetOldContracts(db),
  "orders/archived-contracts#readArchivedContract": ({ db }, { person, orders }) =>
    readArchivedContract(db, person, orders.sold),
  "orders/forget-customer#forgetOldUnpaidOrders": ({ db }) => forgetOldUnpaidOrders(db),
  "orders/late-delivery#noticeLateOrder": (services, { neighbour, orders }) =>
    noticeLateOrder(services, neighbour, orders.late),
  "orders/late-delivery#mailOverdueNotices": (services) => mailOverdueNotices(services),
  "orders/mark-delivered#markDelivered, of a late order": (services, { person, orders }) =>
    markDelivered(services, person, { orderId: orders.overdue, confirmsDispute: true }),
  "orders/mark-delivered#markDelivered": (services, { person, orders }) =>
    markDelivered(services, person, { orderId: orders.sold, confirmsDispute: true }),
  "orders/mark-delivered#markDelivered, of the administrator's own order": (
    services,
    { person, orders },
  ) => markDelivered(services, person, { orderId: orders.unpaid, confirmsDispute: true }),
  "orders/pick-up#statePickUp": (services, { person, orders }) =>
    statePickUp(services, person, { orderId: orders.paid, day: today() }),
  "orders/pick-up#recordPickUp": (services, { person, orders }) =>
    recordPickUp(services, person, { orderId: orders.paid, day: today() }),
  "orders/place-order#placeOrder": (services, scene) =>
    placeOrder(services, scene.person, orderOf(scene, scene.person)),
  "orders/place-order#placeOrder, by another account": (services, scene) =>
    placeOrder(services, scene.neighbour, orderOf(scene, scene.neighbour)),
  "orders/place-order#placeOrder, without an account": (services, scene) =>
    placeOrder(services, { guestEmail: scene.person.email }, orderOf(scene, scene.person)),
  "orders/guest-link#renewLink": async (services, scene) => {
    await withoutAccount(services, scene);
    return renewLink(services, scene.person, scene.orders.unpaid);
  },
  "orders/order-email#confirmOrderEmail": async (services, scene) => {
    await withoutAccount(services, scene);
    const opened = [{ orderId: scene.orders.unpaid, version: 1, from: "mail" as const }];
    return confirmOrderEmail(services.db, { id: null, opened }, scene.orders.unpaid);
  },
  "accounts/join-orders#joinGuestOrders": async (services, scene) => {
    await withoutAccount(services, scene);
    return joinGuestOrders(services, scene.person);
  },
  "orders/disown-order#disownOrder": async (services, scene) => {
    await services.sql`UPDATE orders SET joined_from = ${scene.person.email} WHERE id = ${scene.orders.unpaid}`;
    return disownOrder(services, scene.person, scene.orders.unpaid);
  },
  "orders/cash-holds#confirmEmailAndHold": async (services, scene) => {
    const id = await toConfirm(services, scene);
    await services.sql`UPDATE orders SET joined_from = 'x@exemple.fr', email_confirmed_at = NULL WHERE id = ${id}`;
    return confirmEmailAndHold(services, { id: scene.neighbour.id }, id, false);
  },
  "orders/cash-holds#holdConfirmedOrders": async (services, scene) => {
    await toConfirm(services, scene);
    return holdConfirmedOrders(services);
  },
  "orders/cash-holds#confirmCashOrder": async (services, scene) =>
    confirmCashOrder(services.db, scene.person, await toConfirm(services, scene)),
  "orders/place-order#placeOrder, counted": async (services, scene) => {
    await counted(services, scene);
    return placeOrder(services, scene.person, orderOf(scene, scene.person));
  },
  "reductions/reductions#chooseReduction": (services, scene) => {
    const { settings } = services;
    const current = settings.current();
    const groups = { ...current.groups, reductions: { list: [LIMITED] } };
    const reduced = { ...settings, current: () => ({ ...current, groups }) };
    return placeOrder({ ...services, settings: reduced }, scene.person, {
      ...orderOf(scene, scene.person),
      seenTotalCents: 1.8 * PRICE_CENTS,
    });
  },
  "orders/order-stock#releaseUnpaidHolds": async (services, fixture) => {
    const { unpaid } = fixture.orders;
    await counted(services, fixture);
    await services.sql`SELECT hold_for_payment(${unpaid})`;
    await services.sql`UPDATE payments SET created_at = updated_at WHERE order_id = ${unpaid}`;
    await services.sql`UPDATE orders SET created_at = now() - interval '5 hours' WHERE id = ${unpaid}`;
    return releaseUnpaidHolds(services);
  },
  "orders/order-stock#releaseUnpaidHolds, of a cash order": async (services, fixture) => {
    await counted(services, fixture);
    await services.sql`UPDATE orders SET held_until = now() WHERE id = ${fixture.orders.sold}`;
    return releaseUnpaidHolds(services);
  },
  "orders/remind-unpaid-orders#remindUnpaidOrders": async (services, { orders }) => {
    const { unpaid } = orders;
    await services.sql`UPDATE orders SET created_at = now() - interval '5 hours' WHERE id = ${unpaid}`;
    const current = services.settings.current();
    const groups = {
      ...current.groups,
      mails: { ...current.groups.mails, reminder: "3" as const },
    };
    const settings = { ...services.settings, current: () => ({ ...current, groups }) };
    return remindUnpaidOrders({ ...services, settings });
  },
  "orders/reminder-refusals#forgetOldRefusals": ({ db }) => forgetOldRefusals(db),
  "orders/reminder-refusals#refuseReminders": (services, { person }) =>
    refuseReminders(services, refusalToken(person.email, services.config.sessionSecret)),
  "parcels/hand-over#handOver": (services, { person, orders }) =>
    handOver(services, person, parcelOf(orders.sold)),
  "parcels/hand-over#handOver, of an order to confirm": async (services, scene) =>
    handOver(services, scene.person, parcelOf(await toConfirm(services, scene))),
  "parcels/hand-over#handOver, of a late order": (services, { person, orders }) =>
    handOver(services, person, parcelOf(orders.overdue)),
  "parcels/shipping-labels#createShippingLabel": async (services, { person, orders }) => {
    await services.sql`UPDATE orders SET relay_point = '{}' WHERE id = ${orders.sold}`;
    return createShippingLabel(services, person, { orderId: orders.sold, weightGrams: 450 });
  },
  // Insert under the order's lock, as the shop does: otherwise this set-up itself could deadlock with the other verb.
  "parcels/cancel-label#cancelShippingLabel": async (services, { person, orders }) => {
    const labelId = ulid();
    await services.sql`INSERT INTO shipping_labels (id, order_id, state, weight_grams, provider_parcel_id)
      SELECT ${labelId}, id, 'done', 450, '1' FROM orders WHERE id = ${orders.sold} FOR UPDATE ON CONFLICT DO NOTHING`;
    return cancelShippingLabel(services, person, { orderId: orders.sold, labelId });
  },
  "parcels/cancel-label#endCancellations": async (services, { orders }) => {
    await services.sql`INSERT INTO shipping_labels (id, order_id, state, weight_grams, provider_parcel_id, cancel_asked_at)
      SELECT ${ulid()}, id, 'done', 450, '1', now() - interval '1 hour' FROM orders WHERE id = ${orders.sold} FOR UPDATE
      ON CONFLICT DO NOTHING`;
    return endCancellations(services);
  },
  "parcels/parcel-pick-up#recordParcelPickUp": async (services, { person, orders }) => {
    const parcelId = ulid();
    await services.sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${parcelId}, ${orders.paid}, 'Autre')`;
    return recordParcelPickUp(services, person, { parcelId, day: today() });
  },
  "parcels/shipping-labels#forgetOldLabels": ({ db }) => forgetOldLabels(db),
  "parcels/tracking-numbers#changeTracking": async (services, { person, orders }) => {
    const parcel = parcelOf(orders.overdue);
    await handOver(services, person, parcel);
    const [{ id: parcelId = "" } = {}] = await services.sql<{ id: string }[]>`
      SELECT id FROM parcels WHERE order_id = ${orders.overdue}`;
    return changeTracking(services, person, { parcelId, carrier: "Autre", trackingNumber: null });
  },
  "parcels/tracking-numbers#forgetOldTracking": ({ db }) => forgetOldTracking(db),
  "payments/cancel-late-order#cancelLateOrder": (services, { person, orders }) =>
    cancelLateOrder(services, person, orders.overdue),
  "payments/cancel-late-order#cancelLateOrder, of a parcel under way": async (
    services,
    { person, orders },
  ) => {
    await services.sql`INSERT INTO parcels (id, order_id, carrier)
      VALUES (${ulid()}, ${orders.overdue}, 'Colissimo') ON CONFLICT DO NOTHING`;
    return cancelLateOrder(services, person, orders.overdue);
  },
  "payments/cancel-own-order#cancelOwnOrder": (services, { person, orders }) =>
    cancelOwnOrder(services, person, orders.unpaid),
  "payments/cancel-own-order#cancelOwnOrder, with a reduction": async (services, scene) => {
    const { unpaid } = scene.orders;
    const { id } = LIMITED;
    await services.sql`INSERT INTO reduction_counts VALUES (${id}) ON CONFLICT DO NOTHING`;
    await services.sql`INSERT INTO reduction_uses VALUES (${unpaid}, ${id}) ON CONFLICT DO NOTHING`;
    await services.sql`UPDATE orders SET reduction_name = 'Limitée' WHERE id = ${unpaid}`;
    return cancelOwnOrder(services, scene.person, unpaid);
  },
  "payments/capture-payment#capturePayment": (services, { person, orders }) =>
    capturePayment(services, person, { orderId: orders.unpaid, providerOrderId: orders.unpaid }),
  "payments/capture-payment#syncPayment": (services, { orders: { unpaid: id } }) =>
    syncPayment(services, { id, orderId: id, providerOrderId: id }),
  "payments/disputes#recordReversal": (services, { orders: { paid } }) =>
    handleEvent(services, {
      id: ulid(),
      type: "PAYMENT.CAPTURE.REVERSED",
      subject: { captureId: `C-${paid}` },
      amount: { amountCents: 100, currency: "EUR" },
      dispute: null,
    }),
  "payouts/read-transactions#askForTransactions": (services, { person }) =>
    askForTransactions(services, person, { periods: 1 }),
  "payouts/read-transactions#readTransactions": async (services) => {
    await services.sql`INSERT INTO provider_readings DEFAULT VALUES ON CONFLICT DO NOTHING`;
    return readTransactions(services);
  },
  "payments/check-payments#checkPayments": (services, { orders }) =>
    checkPayments(services, { olderThanSeconds: 0, orderId: orders.unpaid }),
  "payments/disputes#recordDispute": async (services, { orders: { paid } }) => {
    const payment = await paymentOf(services.db, { captureId: `C-${paid}` });
    await recordDispute(services, payment!, { id: ulid(), amount: null, outcome: null });
  },
  "payments/end-unpaid-orders#endUnpaidOrders": async (services, { orders: { unpaid } }) => {
    await services.sql`UPDATE payments SET state = 'failed' WHERE order_id = ${unpaid}`;
    await services.sql`UPDATE orders SET created_at = now() - interval '4 days' WHERE id = ${unpaid}`;
    return endUnpaidOrders(services);
  },
  "payments/end-unpaid-orders#endUnpaidOrders, not confirmed": async (services, scene) => {
    const id = await toConfirm(services, scene);
    await services.sql`UPDATE orders SET to_confirm_until = now(), email_confirmed_at = NULL WHERE id = ${id}`;
    return endUnpaidOrders(services);
  },
  "payments/forget-details#forgetOldDetails": ({ db }) => forgetOldDetails(db),
  "payments/payment-mismatches#resolveMismatch": ({ db }, { person, orders }) =>
    resolveMismatch(db, person, orders.broken),
  "payments/provider-refunds#recordProviderRefunds": (services, { orders: { paid } }) =>
    recordProviderRefunds(
      services,
      { id: paid, orderId: paid },
      [3, 2].map((number) => ({
        id: `R-${paid}${number}`,
        status: "COMPLETED",
        amountCents: 1,
        currency: "EUR",
        customId: `${paid}${number}`,
      })),
    ),
  "payments/provider-refunds#sendRefund": (services, { orders: { paid } }) =>
    sendRefund(services, `${paid}3`),
  "payments/refund-order#refundOrder": (services, { person, orders }) =>
    refundOrder(services, person, orders.paid, { reason: "Retour", lines: "rest", seenCents: 2 }),
  "payments/refund-order#cancelOrder": (services, { person, orders }) =>
    cancelOrder(services, person, orders.unpaid, "Rupture"),
  "payments/start-payment#startPayment, counted": async (services, fixture) => {
    await counted(services, fixture);
    return startPayment(services, fixture.person, fixture.orders.unpaid, caller(fixture));
  },
  "payments/start-payment#startPayment": (services, scene) =>
    startPayment(services, scene.person, scene.orders.unpaid, caller(scene)),
  "platform/limits#createLimits": async ({ limits }, scene) => {
    await limits.allow("order", caller(scene));
    await limits.remember(caller(scene), 0);
    await limits.sweep();
  },
  "privacy/delete-account#endAccount": (services, { person }) =>
    endAccount(services, null, person, { withComments: true }),
  "privacy/delete-account#endAccount, comments kept": (services, { person }) =>
    endAccount(services, null, person, { withComments: false }),
  "privacy/delete-account#endAccount, of another account": (services, { neighbour }) =>
    endAccount(services, null, neighbour, { withComments: true }),
  "privacy/erase-guest#eraseGuest": async (services, scene) => {
    await withoutAccount(services, scene);
    return eraseGuest(services, scene.neighbour, { guestEmail: scene.person.email });
  },
  "reviews/own-comments#changeComment": ({ db }, { person, ownComment }) =>
    changeComment(db, person, { ...ownComment, rate: 1, text: "Moins bien.", experiencedOn: null }),
  "reviews/review-authors#forgetOldAuthors": ({ db }) => forgetOldAuthors(db),
  "reviews/own-comments#removeComment": ({ db }, { person, ownComment }) =>
    removeComment(db, person, ownComment),
  "reviews/reviews#publishComment": ({ db }, { person, products }) =>
    publishComment(db, person, {
      productId: products[0],
      rate: 3,
      text: "Bien.",
      experiencedOn: null,
    }),
  "safety/effects#decideEffect": async (services, { person, mark }) => {
    const [report] = await services.sql`SELECT id FROM effect_reports WHERE product_name = ${mark}`;
    return decideEffect(services, person, { intent: "close", id: String(report?.["id"]) });
  },
  "safety/effects#forgetOldEffects": ({ db }) => forgetOldEffects(db),
  "safety/report-effect#reportEffect": (services, scene) =>
    reportEffect(services, caller(scene), {
      productId: scene.products[0],
      product: "",
      lot: "",
      description: scene.mark,
      occurredOn: "",
      seriousness: "vital",
      name: "",
      email: scene.person.email,
      phone: "",
    }),
  "safety/lots#recordLots": (services, scene) => recordLot(services, scene, scene.orders.sold),
  "safety/lots#recordLots, of a delivered order in a recall": async (services, scene) => {
    await recalled(services, scene);
    return recordLot(services, scene, scene.orders.paid);
  },
  "safety/recalls#publishRecall": (services, { person, products }) =>
    publishRecall(
      services,
      person,
      { productId: products[0], lots: [], fromDay: "2020-01-01", untilDay: "2090-01-01" },
      notice,
    ),
  "safety/recalls#extendRecalls": async (services, scene) => {
    const id = await recalled(services, scene);
    await services.sql`UPDATE recalls SET lots = '{}', from_day = '2020-01-01', until_day = '2090-01-01' WHERE id = ${id}`;
    return extendRecalls(services);
  },
  "safety/recalls#noteNotification": async (services, scene) =>
    noteNotification(services, scene.person, await recalled(services, scene), {
      authority: "gateway",
      told: { on: "2026-01-01" },
    }),
  "safety/recalls#closeRecall": async (services, scene) => {
    const id = await recalled(services, scene);
    await services.sql`UPDATE recalls SET notified = '{"rappelConso": {"reason": "x"}, "gateway": {"reason": "x"}}' WHERE id = ${id}`;
    return closeRecall(services, scene.person, id, true);
  },
  "safety/safety-contacts#forgetOldContacts": ({ db }) => forgetOldContacts(db),
  "settings/save-settings#saveSettings": async (services, { person, mark }) => {
    const [row] = await services.sql`SELECT version FROM settings WHERE name = 'mails'`;
    const version = Number(row?.["version"] ?? 0);
    const draft = { senderName: `Maison ${mark}`, senderAddress: "", note: "" };
    await saveSettings(services, person, { group: mailsSettings, version, draft });
  },
  "settings/terms-versions#keepTerms": ({ db }, { mark }) => keepTerms(db, `Article ${mark}`),
  "stock/forget-alerts#forgetOldAlerts": ({ db }) => forgetOldAlerts(db),
  "stock/forget-waiters#forgetOldWaiters": ({ db }) => forgetOldWaiters(db),
  "stock/tell-waiters#tellWaiters": async (services, scene) => {
    await waiting(services, scene, true);
    for (const id of scene.products.toSorted())
      await services.sql`UPDATE stock SET pieces_back = 1, back_since = now() - interval '1 hour' WHERE product_id = ${id}`;
    return tellWaiters(services);
  },
  "stock/waiters#addWaiter": (services, { products, person }) =>
    addWaiter(services, { productId: products[0], email: person.email, userId: person.id }),
  "stock/waiters#addWaiter, of a visitor": (services, { products, person }) =>
    addWaiter(services, { productId: products[1], email: person.email, userId: null }),
  "stock/waiters#confirmWaiting": async (services, scene) =>
    confirmWaiting(services, await waiting(services, scene, false)),
  "stock/waiters#stopWaiting": async (services, scene) =>
    stopWaiting(services, await waiting(services, scene, true)),
  "stock/apply-stock-file#applyStockFile": async (services, { person, products }) => {
    const id = ulid();
    const lines = products.map((productId, line) => ({
      line,
      productId,
      kind: "count",
      value: 500,
      seen: null,
    }));
    await services.sql`INSERT INTO stock_imports (id, file_name, hash, lines, line_count)
      VALUES (${id}, 'x.csv', ${id}, ${JSON.stringify(lines)}::jsonb, 2)`;
    return applyStockFile(services.db, person, id);
  },
  "stock/move-stock#moveStock": ({ db }, { person, products }) =>
    moveStock(db, person, products[0], { kind: "start", pieces: 500, key: ulid() }),
  "stock/move-stock#moveStock, an entry": async (services, scene) => {
    await counted(services, scene);
    const entry = { kind: "entry" as const, pieces: 1, note: "", key: ulid() };
    return moveStock(services.db, scene.person, scene.products[0], entry);
  },
  "stock/move-stock#stopCounting": async (services, scene) => {
    await counted(services, scene);
    return stopCounting(services.db, scene.person, scene.products[1]);
  },
  "stock/move-stock#setAlertLevel": ({ db }, { person, products }) =>
    setAlertLevel(db, person, products[0], 3),
  "stock/stock-digest#mailStockDigest": async (services, { products }) => {
    await services.sql`INSERT INTO stock_alerts (product_id, number, available, alert_level)
      SELECT id, coalesce((SELECT max(number) FROM stock_alerts WHERE product_id = products.id), 0) + 1, 0, 1
      FROM products WHERE id = ${products[0]} FOR KEY SHARE`;
    return mailStockDigest(services);
  },
  "stock/stock-files#checkStockFile": ({ db }, { person, products }) =>
    checkStockFile(db, person, {
      fileName: "stock.csv",
      content: Buffer.from(`reference;alerte\n${products[0]};7\n${products[1]};8\n`),
    }),
  "returns/record-withdrawal#recordWithdrawal": (services, scene) =>
    recordWithdrawal(services, caller(scene), statementOf(scene, scene.orders.sold), null),
  "returns/record-withdrawal#recordWithdrawal, of the customer's own order": (services, scene) =>
    recordWithdrawal(services, caller(scene), statementOf(scene, scene.orders.paid), {
      owner: scene.person,
      orderId: scene.orders.paid,
    }),
  "returns/receipt#queueWholeReceipt": async (services, scene) => {
    const id = await stated(services, scene, scene.neighbour.email);
    const row = await readStatement(services, statementToken(services.config.sessionSecret, id));
    return queueWholeReceipt(services, row!);
  },
  "returns/link-withdrawal#matchWithdrawal": async (services, scene) =>
    matchWithdrawal(services, await stated(services, scene, scene.neighbour.email)),
  "returns/link-withdrawal#linkWithdrawal": async (services, scene) =>
    linkWithdrawal(services, scene.person, {
      id: await stated(services, scene, "autre@exemple.fr"),
      number: scene.orders.sold.slice(10),
    }),
  "returns/close-withdrawal#closeWithdrawal": async (services, scene) => {
    // Stated after the offered period: a statement in time can't be closed.
    const at = new Date(Date.now() + 90 * 86_400_000);
    const id = await stated(services, scene, "close@exemple.fr", at);
    await services.sql`UPDATE withdrawals SET order_id = ${scene.orders.paid} WHERE id = ${id}`;
    return closeWithdrawal(services, scene.person, {
      id,
      order: scene.orders.paid,
      reason: "Les produits ne sont jamais revenus.",
    });
  },
  "returns/take-back#takeBackWithdrawal": async (services, scene) => {
    const id = await stated(services, scene, "reprise@exemple.fr");
    await services.sql`UPDATE withdrawals SET order_id = ${scene.orders.sold} WHERE id = ${id}`;
    return takeBackWithdrawal(services, scene.neighbour, id);
  },
  "returns/expect-return#expectReturn": async (services, scene) => {
    const withdrawalId = await stated(services, scene, "retour@exemple.fr");
    await services.sql`UPDATE withdrawals SET order_id = ${scene.orders.paid} WHERE id = ${withdrawalId}`;
    await services.sql`UPDATE returns SET closed_at = now(), close_reason = 'x' WHERE id = ${scene.returns.ofPaid}`;
    return expectReturn(services, scene.person, {
      id: ulid(),
      orderId: scene.orders.paid,
      withdrawalId,
      lines: [{ position: 0, quantity: 1 }],
    });
  },
  "returns/receive-return#receiveReturn": async (services, { person, products, returns }) => {
    await services.sql`SELECT start_counting(${products[0]}, 5, '', NULL, NULL)`;
    const lines = [{ position: 0, shelved: 1, damaged: 0 }];
    return receiveReturn(services, person, { id: returns.ofPaid, lines });
  },
  "returns/close-return#closeReturn": (services, { person, returns }) =>
    closeReturn(services, person, { id: returns.ofOverdue, seen: "expected", reason: "x" }),
  "returns/retention#forgetOldWithdrawals": ({ db }) => forgetOldWithdrawals(db),
};

/** Writing verbs that the test doesn't run, with the reason. */
export const EXCLUDED_VERBS: Record<string, string> = {
  "accounts/as-admin#asAdmin": "the transaction of administrators' verbs",
  "accounts/auth#signUp": "writes a new account and its mail, which no other transaction can see",
  "accounts/session#readViewer": "one row in a single statement",
  "documents/export#exportDocuments": "only reads",
  "media/pictures#removeFiles": "only removes files",
  "documents/import#importDocuments": "run by an operator; locks only new rows",
  "media/renditions#makeRenditions": "one row in a single statement",
  "media/upload-lease#uploadLeases": "one row in single statements",
  "opening/first-administrator#createFirstAdministrator":
    "an account that nobody knows yet, by a link that one of two takes",
  "opening/shop-links#makeLink": "a new row; removing old ones skips locked rows",
  "payments/capture-payment#syncOtherAttempts": "calls syncPayment for each attempt",
  "payments/disputes#detectReversal": "the same row and lock as recordReversal",
  "payments/end-unpaid-orders#endUnpaidOrder": "endUnpaidOrders for one",
  "payments/settle-payment#settlePayment": "the second half of capturePayment",
  "payments/simulator/ledger#createLedger": "the simulated provider, with its own tables",
  "privacy/delete-account#deleteAccount": "endAccount after a password check",
  "privacy/erase-guest#eraseUnusedGuests": "eraseGuest for each",
};
