import {
  accountDeleted,
  accountEnding,
  addressChangeAsked,
  addressChanged,
  addressRestored,
  addressTaken,
  confirmAddress,
  confirmGuestOrders,
  passwordChanged,
  passwordLink,
  welcome,
} from "./account-mails.tsx";
import { contactReceipt } from "./contact-mails.tsx";
import { orderLate, orderLateCancelled, orderLateOver } from "./late-mails.tsx";
import { trial } from "./opening-mails.tsx";
import {
  orderCancelled,
  orderDelivered,
  orderLink,
  orderPaid,
  orderReceived,
} from "./order-mails.tsx";
import { parcelSent } from "./parcel-mails.tsx";
import { orderRefunded } from "./refund-mail.tsx";
import { orderUnpaid } from "./reminder-mails.tsx";
import { returnExpected, returnReceived } from "./return-mails.tsx";
import { reportDecided, reportReceipt, reviewHidden, reviewRestored } from "./review-mails.tsx";
import { effectReceipt, productRecall } from "./safety-mails.tsx";
import { shopOrder } from "./shop-mails.tsx";
import { confirmWaiting, orderHoldEnded, productBack, stockDigest } from "./stock-mails.tsx";
import type { Template } from "./template.ts";
import { withdrawalClosed, withdrawalReceipt } from "./withdrawal-mails.tsx";

/** All mail templates of the shop, by the name for `queueMail`. */
export const templates = {
  "password-link": passwordLink,
  "password-changed": passwordChanged,
  "confirm-address": confirmAddress,
  "confirm-guest-orders": confirmGuestOrders,
  "address-taken": addressTaken,
  "address-change-asked": addressChangeAsked,
  "address-changed": addressChanged,
  "address-restored": addressRestored,
  "account-deleted": accountDeleted,
  "account-ending": accountEnding,
  welcome,
  "contact-receipt": contactReceipt,
  "order-received": orderReceived,
  "order-paid": orderPaid,
  "order-delivered": orderDelivered,
  "order-refunded": orderRefunded,
  "order-cancelled": orderCancelled,
  "report-receipt": reportReceipt,
  "report-decided": reportDecided,
  "review-hidden": reviewHidden,
  "review-restored": reviewRestored,
  "order-late": orderLate,
  "order-late-over": orderLateOver,
  "order-late-cancelled": orderLateCancelled,
  "order-unpaid": orderUnpaid,
  "order-hold-ended": orderHoldEnded,
  "order-link": orderLink,
  "shop-order": shopOrder,
  "stock-digest": stockDigest,
  "confirm-waiting": confirmWaiting,
  "product-back": productBack,
  "return-expected": returnExpected,
  "return-received": returnReceived,
  "parcel-sent": parcelSent,
  "withdrawal-receipt": withdrawalReceipt,
  "withdrawal-closed": withdrawalClosed,
  "product-recall": productRecall,
  "effect-receipt": effectReceipt,
  trial,
};

type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type PropsOf<Name extends TemplateName> =
  Templates[Name] extends Template<infer Props> ? Props : never;
