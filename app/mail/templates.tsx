import type { ReactNode } from "react";
import {
  accountDeleted,
  accountEnding,
  addressChangeAsked,
  addressChanged,
  addressRestored,
  addressTaken,
  confirmAddress,
  passwordChanged,
  passwordLink,
  welcome,
} from "./account-mails.tsx";
import { contactReceipt } from "./contact-mails.tsx";
import type { House } from "./mail-frame.tsx";
import {
  orderCancelled,
  orderDelivered,
  orderPaid,
  orderReceived,
  orderRefunded,
} from "./order-mails.tsx";

/** One kind of mail: its subject and its content, from props that JSON can hold. */
export type Template<Props extends object> = {
  subject: (props: Props) => string;
  Mail: (props: Props & { house: House }) => ReactNode;
};

/** Every mail the shop can send, by the name that queueMail asks for. */
export const templates = {
  "password-link": passwordLink,
  "password-changed": passwordChanged,
  "confirm-address": confirmAddress,
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
};

type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type PropsOf<Name extends TemplateName> =
  Templates[Name] extends Template<infer Props> ? Props : never;
