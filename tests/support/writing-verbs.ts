import { ulid } from "ulid";
import { makeAdministrator } from "#app/accounts/administrators.server.ts";
import { signIn } from "#app/accounts/auth.server.ts";
import { confirmEmailChange, restoreAddress } from "#app/accounts/change-address.server.ts";
import { hashOf } from "#app/accounts/email-change.server.ts";
import { forgetEndedAccess } from "#app/accounts/forget-access.server.ts";
import {
  changePassword,
  choosePassword,
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
import { forgetOldActs } from "#app/audit/record-acts.server.ts";
import { checkImport } from "#app/catalogue/import/check-import.server.ts";
import {
  cancelImport,
  forgetOldImports,
  runImport,
  startImport,
} from "#app/catalogue/import/run-import.server.ts";
import {
  createProduct,
  deleteProduct,
  updateProduct,
} from "#app/catalogue/manage/save-product.server.ts";
import { toggleFavourite } from "#app/favourites/favourites.server.ts";
import {
  forgetOldMails,
  markSent,
  recordFailure,
  resendMail,
  startMailAttempt,
} from "#app/mail/outbox.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { forgetUpload, openUpload, storeUpload } from "#app/media/uploads.server.ts";
import { forgetOldMessages, markAllRead } from "#app/messages/messages.server.ts";
import { sendMessage } from "#app/messages/send-message.server.ts";
import { closeShop, openShop } from "#app/opening/opening.server.ts";
import { recordProof } from "#app/opening/proofs.server.ts";
import { makeLink } from "#app/opening/shop-links.server.ts";
import { noteTrialArrived, sendTrialMail } from "#app/opening/trial-mail.server.ts";
import { forgetOldUnpaidOrders } from "#app/orders/forget-customer.server.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { placeOrder } from "#app/orders/place-order.server.ts";
import { cancelOwnOrder } from "#app/payments/cancel-own-order.server.ts";
import { capturePayment, syncPayment } from "#app/payments/capture-payment.server.ts";
import { checkPayments, handleEvent, paymentOf } from "#app/payments/check-payments.server.ts";
import { recordDispute } from "#app/payments/disputes.server.ts";
import { forgetOldDetails } from "#app/payments/forget-details.server.ts";
import { resolveBreak } from "#app/payments/payment-breaks.server.ts";
import { recordProviderRefunds, sendRefund } from "#app/payments/provider-refunds.server.ts";
import { cancelOrder, refundOrder } from "#app/payments/refund-order.server.ts";
import { startPayment } from "#app/payments/start-payment.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { endAccount } from "#app/privacy/delete-account.server.ts";
import { changeComment, removeComment } from "#app/reviews/own-comments.server.ts";
import { publishComment } from "#app/reviews/reviews.server.ts";
import { saveSettings } from "#app/settings/save-settings.server.ts";
import { keepTerms } from "#app/settings/terms-versions.server.ts";
import { PRICE_CENTS, type Fixture } from "./concurrent-fixture.ts";

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
});
const profile = { name: "Anne Martin", dateOfBirth: null, phone: "" };
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

/** All writing verbs by the name that `namesOfWritingVerbs` gives them; some in several variants. */
export const VERBS: Record<string, Verb> = {
  "accounts/administrators#makeAdministrator": ({ db, auth }, { person }) =>
    makeAdministrator(db, auth, { ...person, password: PASSWORD, mayPromote: true }),
  "accounts/auth#signIn": (services, scene) =>
    signIn(services, caller(scene), { email: scene.person.email, password: PASSWORD }),
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
  "accounts/password#choosePassword": async (services, scene) => {
    const token = await services.db.transaction((tx) =>
      writePasswordLink(tx, scene.person.id, { id: ulid(), hours: 1 }),
    );
    return choosePassword(services, caller(scene), { token, password: PASSWORD });
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
  "catalogue/import/check-import#checkImport": ({ db }, { person, mark }) =>
    checkImport(db, person, {
      fileName: "produits.csv",
      content: Buffer.from(`nom;prix;categorie\nAmbre ${mark};12;Parfums\n`),
    }),
  "catalogue/import/run-import#startImport": ({ db, jobs }, { neighbour, importId }) =>
    startImport(db, jobs, neighbour, { importId, mayEmpty: true }),
  "catalogue/import/run-import#cancelImport": ({ db }, { person, importId }) =>
    cancelImport(db, person, importId),
  "catalogue/import/run-import#runImport": async ({ db, sql }, { importId }) => {
    await sql`UPDATE product_imports SET state = 'running' WHERE id = ${importId}`;
    await runImport(db, importId);
  },
  "catalogue/import/run-import#forgetOldImports": ({ db }) => forgetOldImports(db),
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
  "catalogue/manage/save-product#deleteProduct": (services, { person, products }) =>
    deleteProduct(services, person, products[0]),
  "favourites/favourites#toggleFavourite": ({ db }, { person, products }) =>
    toggleFavourite(db, person, products[1]),
  "mail/outbox#startMailAttempt": ({ db }, { waitingMail }) => startMailAttempt(db, waitingMail),
  "mail/outbox#markSent": ({ db }, { waitingMail }) => markSent(db, waitingMail),
  "mail/outbox#recordFailure": ({ db }, { waitingMail }) => recordFailure(db, waitingMail, "x"),
  "mail/outbox#resendMail": (services, { waitingMail }) => resendMail(services, waitingMail),
  "mail/outbox#forgetOldMails": ({ db }) => forgetOldMails(db),
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
  "orders/forget-customer#forgetOldUnpaidOrders": ({ db }) => forgetOldUnpaidOrders(db),
  "orders/mark-delivered#markDelivered": (services, { person, orders }) =>
    markDelivered(services, person, { orderId: orders.sold, confirmsDispute: true }),
  "orders/mark-delivered#markDelivered, of the administrator's own order": (
    services,
    { person, orders },
  ) => markDelivered(services, person, { orderId: orders.unpaid, confirmsDispute: true }),
  "orders/place-order#placeOrder": (services, scene) =>
    placeOrder(services, scene.person, orderOf(scene, scene.person)),
  "orders/place-order#placeOrder, by another account": (services, scene) =>
    placeOrder(services, scene.neighbour, orderOf(scene, scene.neighbour)),
  "payments/cancel-own-order#cancelOwnOrder": (services, { person, orders }) =>
    cancelOwnOrder(services, person, orders.unpaid),
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
  "payments/check-payments#checkPayments": (services, { orders }) =>
    checkPayments(services, { olderThanSeconds: 0, orderId: orders.unpaid }),
  "payments/disputes#recordDispute": async (services, { orders: { paid } }) => {
    const payment = await paymentOf(services.db, { captureId: `C-${paid}` });
    await recordDispute(services, payment!, { id: ulid(), amount: null, outcome: null });
  },
  "payments/forget-details#forgetOldDetails": ({ db }) => forgetOldDetails(db),
  "payments/payment-breaks#resolveBreak": ({ db }, { person, orders }) =>
    resolveBreak(db, person, orders.broken),
  "payments/provider-refunds#recordProviderRefunds": (services, { orders: { paid } }) =>
    recordProviderRefunds(
      services,
      paid,
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
  "payments/start-payment#startPayment": (services, { person, orders }) =>
    startPayment(services, person, orders.unpaid),
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
  "reviews/own-comments#changeComment": ({ db }, { person, ownComment }) =>
    changeComment(db, person, { ...ownComment, rate: 1, text: "Moins bien." }),
  "reviews/own-comments#removeComment": ({ db }, { person, ownComment }) =>
    removeComment(db, person, ownComment),
  "reviews/reviews#publishComment": ({ db }, { person, products }) =>
    publishComment(db, person, { productId: products[0], rate: 3, text: "Bien." }),
  "settings/save-settings#saveSettings": async (services, { person, mark }) => {
    const [row] = await services.sql`SELECT version FROM settings WHERE name = 'mails'`;
    const version = Number(row?.["version"] ?? 0);
    const draft = { senderName: `Maison ${mark}`, senderAddress: "", note: "" };
    await saveSettings(services, person, { group: "mails", version, draft });
  },
  "settings/terms-versions#keepTerms": ({ db }, { mark }) => keepTerms(db, `Article ${mark}`),
};

/** Writing verbs that the test doesn't run, with the reason. */
export const EXCLUDED_VERBS: Record<string, string> = {
  "accounts/auth#signUp": "writes a new account and its mail, which no other transaction can see",
  "documents/export#exportDocuments": "only reads",
  "media/pictures#removeFiles": "only removes files",
  "documents/import#importDocuments": "run by an operator; locks only new rows",
  "media/renditions#makeRenditions": "one row in a single statement",
  "media/upload-lease#uploadLeases": "one row in single statements",
  "opening/first-administrator#createFirstAdministrator":
    "an account that nobody knows yet, by a link that one of two takes",
  "opening/shop-links#makeLink": "a new row; removing old ones skips locked rows",
  "payments/capture-payment#syncOtherAttempts": "calls syncPayment for each attempt",
  "payments/conclude-payment#concludePayment": "the second half of capturePayment",
  "payments/disputes#detectReversal": "the same row and lock as recordReversal",
  "payments/settle-payment#settlePayment": "the second half of capturePayment",
  "payments/simulator/ledger#createLedger": "the simulated provider, with its own tables",
  "privacy/delete-account#deleteAccount": "endAccount after a password check",
};
