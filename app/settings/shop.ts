import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Settings } from "#app/settings-values.ts";
import { deliversTo } from "./country-schema.ts";
import { identitySettings } from "./identity-settings.ts";
import { lookOf } from "./look.server.ts";

/** What every page, mail and document needs of the settings. Sent to the browser with each page. */
export type Shop = ReturnType<typeof shopOf>;

/** Derives the shop from its settings. Pages leave out empty texts. */
export function shopOf(settings: Omit<Settings, "home" | "reductions" | "accounts">) {
  const { identity, contact, legal, sales, mails, pages } = settings;
  const look = lookOf(settings);
  const {
    mediator,
    mediatorUrl,
    vigilanceDeclared: _declared,
    guaranteeNotice: _picture,
    ...seller
  } = legal;
  return {
    ...identity,
    description: descriptionInForce(settings),
    ...contact,
    email: shownEmail(contact.email),
    ...seller,
    /** « en France »: where the shop delivers. */
    deliversTo: deliversTo(sales.countries),
    /** The shop's own period of returns in days, from delivery. */
    returnDays: sales.returnDays,
    /** Whether « Qui Sommes Nous » has a text; otherwise menus do not link the page. */
    hasAbout: pages.about !== "",
    /** A sentence at the end of each mail. */
    mailNote: mails.note,
    /** The consumer mediator's name, address and site (consumer code, L616-1). */
    mediator: [mediator, mediatorUrl].filter(Boolean).join(", "),
    ...(look && { look }),
  };
}

/**
 * The shop's description. An initial one gets the shop's days of returns, and loses « Livraison offerte » once the shop has delivery
 * methods of its own.
 */
function descriptionInForce({
  identity: { description },
  sales,
  delivery,
}: Pick<Settings, "identity" | "sales" | "delivery">): string {
  const { initial, demo } = identitySettings.fields.description;
  if (description !== initial && description !== demo) return description;
  const text = description.replace(
    "30 jours pour changer",
    `${sales.returnDays} jours pour changer`,
  );
  return delivery.list.some(({ isActive }) => isActive)
    ? text.replace(/Livraison offerte, (?=\d+ jours)/, "")
    : text;
}
