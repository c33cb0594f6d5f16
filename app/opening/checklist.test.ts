import { describe, expect, it, test } from "vitest";
import { salesSettings } from "#app/checkout/sales-settings.ts";
import { homeSettings } from "#app/home/home-settings.server.ts";
import { identitySettings } from "#app/settings/identity-settings.ts";
import { legalSettings } from "#app/settings/legal-settings.server.ts";
import { missingOf } from "./checklist-line.ts";
import { linesOf } from "./checklist.ts";
import type { Facts } from "./shop-facts.ts";

const { demo: HOME } = homeSettings.defaults;
const { demo: IDENTITY } = identitySettings.defaults;
const { real: SALES } = salesSettings.defaults;

const READY: Facts = {
  settings: {
    identity: { ...IDENTITY, name: "Maison Brune" },
    home: {
      ...HOME,
      slides: [{ ...HOME.slides[0]!, picture: "images/brune/vitrine.jpg" }],
    },
    delivery: { list: [] },
    sales: { ...SALES, cash: "home" },
    contact: { phone: "04 12 34 56 78", email: "bonjour@maison-brune.fr", socialLinks: [] },
    legal: {
      ...legalSettings.defaults.real,
      legalName: "Maison Brune SARL",
      address: "14 rue des Lilas, 69003 Lyon",
      siren: "123 456 782",
      registration: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
      vatNumber: "FR11 123456782",
      director: "Zoé Brune",
      hosting: "Hébergeur SA, 2 rue du Port, 59100 Roubaix, 09 00 00 00 00",
      mediator: "Médiation Conso, 3 rue de la Paix, 75002 Paris",
      mediatorUrl: "https://mediation.exemple.fr",
      responsiblePerson: "Maison Brune SARL, 14 rue des Lilas, 69003 Lyon",
      eprNumber: "FR000000_01ABCD",
      vigilanceDeclared: true,
      guaranteeNotice: "images/brune/avis.png",
    },
  },
  isNamed: true,
  payments: "live",
  doCredentialsAnswer: true,
  isWebhookProven: true,
  hasWebhook: true,
  sendsMails: true,
  isMailProven: true,
  isPublic: true,
  isHttps: true,
  hasDemoAccounts: false,
  postgres: { outdated: null, accepted: null },
  products: {
    count: 3,
    withoutPicture: 0,
    withoutText: 0,
    withoutList: 0,
    incomplete: 0,
    banned: 0,
    inAcneCategory: 0,
  },
  backupAgeHours: 3,
};
const missing = (change: Partial<Facts>) =>
  missingOf(linesOf({ ...READY, ...change })).map(({ id }) => id);
const withLegal = (change: Partial<Facts["settings"]["legal"]>): Partial<Facts> => ({
  settings: { ...READY.settings, legal: { ...READY.settings.legal, ...change } },
});
const withContact = (change: Partial<Facts["settings"]["contact"]>): Partial<Facts> => ({
  settings: { ...READY.settings, contact: { ...READY.settings.contact, ...change } },
});

test("a shop that has everything has nothing to mend", () => {
  expect(linesOf(READY).filter(({ isDone }) => !isDone)).toEqual([]);
});

describe("an obligatory line", () => {
  it.each<[string, Partial<Facts>]>([
    [
      "name",
      {
        isNamed: false,
        settings: { ...READY.settings, identity: IDENTITY },
      },
    ],
    ["legalName", withLegal({ legalName: "" })],
    ["address", withLegal({ address: "" })],
    ["registration", withLegal({ registration: "" })],
    ["vat", withLegal({ vatNumber: "" })],
    ["vat", withLegal({ vatNumber: "FR00 000000000" })],
    // Another company's.
    ["vat", withLegal({ vatNumber: "FR83 404833048" })],
    ["director", withLegal({ director: "" })],
    ["hosting", withLegal({ hosting: "" })],
    ["mediator", withLegal({ mediator: "" })],
    ["mediator", withLegal({ mediatorUrl: "" })],
    ["mediator", withLegal({ mediatorUrl: "http://mediation.exemple.fr" })],
    ["mediator", withLegal({ mediatorUrl: "https://mediation" })],
    ["mediator", withLegal({ mediatorUrl: "https://1.2" })],
    ["mediator", withLegal({ mediatorUrl: "https://EC.europa.eu/consumers/odr" })],
    ["mediator", withLegal({ mediatorUrl: "https://ec.europa.eu/consumers/odr" })],
    ["responsiblePerson", withLegal({ responsiblePerson: "" })],
    ["epr", withLegal({ eprNumber: "" })],
    ["guaranteeNotice", withLegal({ guaranteeNotice: "" })],
    ["phone", withContact({ phone: "" })],
    ["postgres", { postgres: { outdated: "18.4", accepted: null } }],
    ["postgres", { postgres: { outdated: "18.5", accepted: "18.4" } }],
    ["phone", withContact({ phone: "0 892 12 34 56" })],
    ["email", withContact({ email: "" })],
    ["payments", { payments: "simulated" }],
    ["payments", { payments: "sandbox" }],
    ["credentials", { doCredentialsAnswer: false }],
    ["webhook", { isWebhookProven: false }],
    ["smtp", { sendsMails: false }],
    ["mail", { isMailProven: false }],
    ["https", { isHttps: false }],
    ["demo", { hasDemoAccounts: true }],
    ["products", { products: { ...READY.products, count: 0 } }],
  ])("%s is missing alone", (id, change) => {
    expect(missing(change)).toEqual([id]);
  });

  it("is the SIREN, by its check digit", () => {
    expect(missing(withLegal({ siren: "123 456 789", vatNumber: "", vatExempt: true }))).toEqual([
      "siren",
    ]);
  });

  it("names the SIREN that a VAT number contains, when it is another", () => {
    const lines = linesOf({ ...READY, ...withLegal({ vatNumber: "FR83 404833048" }) });
    expect(lines.find(({ id }) => id === "vat")!.why).toContain(
      "contient le SIREN 404 833 048, mais le SIREN indiqué est 123 456 782",
    );
  });

  it("is a foreign VAT number in the form of its country", () => {
    for (const vatNumber of ["DE123456789", "BE 0123456789", "NL123456789B01", "IE1234567FA"])
      expect(missing(withLegal({ vatNumber })), vatNumber).toEqual([]);
    for (const vatNumber of ["DE1A", "DE12345678", "GB123456789", "XX123456789", "US12"])
      expect(missing(withLegal({ vatNumber })), vatNumber).toEqual(["vat"]);
  });

  it("is replaced by a statement where the law has one", () => {
    expect(missing(withLegal({ vatNumber: "", vatExempt: true }))).toEqual([]);
    expect(missing(withLegal({ eprNumber: "", eprNotDue: true }))).toEqual([]);
    // SHOP_MEDIATOR holds name, address and site.
    const mediator = "Médiation Conso, 75002 Paris, https://mediation.exemple.fr";
    expect(missing(withLegal({ mediator, mediatorUrl: "" }))).toEqual([]);
  });
});

test("every line reads with no-break spaces, in full sentences", () => {
  const none = {
    isMailProven: false,
    sendsMails: false,
    hasWebhook: false,
    isWebhookProven: false,
    doCredentialsAnswer: false,
    payments: "simulated",
    isHttps: false,
    backupAgeHours: null,
  } as const;
  const some = { isMailProven: false, isWebhookProven: false, payments: "sandbox" } as const;
  for (const facts of [READY, { ...READY, ...none }, { ...READY, ...some }])
    for (const isPublic of [true, false])
      for (const { why } of linesOf({ ...facts, isPublic })) {
        expect(why).not.toMatch(/ [:;!?»]|« /);
        expect(why).toMatch(/\.$/);
      }
});

test("a shop that only this machine reaches may be tried out", () => {
  expect(missing({ isPublic: false, sendsMails: false, isMailProven: false })).toEqual([]);
  const unsent = linesOf({ ...READY, isPublic: false, sendsMails: false, isMailProven: false });
  expect(unsent.find(({ id }) => id === "mail")).toMatchObject({
    isDone: true,
    why: expect.stringMatching(/^Sans serveur d’envoi/),
  });
  const here = { isPublic: false, isHttps: false, sendsMails: false };
  expect(missing({ ...here, payments: "simulated" })).toEqual([]);
  expect(missing({ ...here, payments: "sandbox" })).toEqual([]);
});

test.each<[string, Partial<Facts>]>([
  ["slides", { settings: { ...READY.settings, home: HOME } }],
  ["slides", { settings: { ...READY.settings, home: { ...HOME, slides: [] } } }],
  ["cash", { settings: { ...READY.settings, sales: SALES } }],
  ["vigilance", withLegal({ vigilanceDeclared: false })],
  ["backup", { backupAgeHours: 25 }],
  ["backup", { backupAgeHours: null }],
  ["pictures", { products: { ...READY.products, withoutPicture: 1 } }],
  ["texts", { products: { ...READY.products, withoutText: 2 } }],
  ["lists", { products: { ...READY.products, withoutList: 2 } }],
  ["acne", { products: { ...READY.products, inAcneCategory: 2 } }],
  ["banned", { products: { ...READY.products, banned: 1 } }],
  ["sheets", { products: { ...READY.products, incomplete: 2 } }],
])("%s is advised", (id, change) => {
  const lines = linesOf({ ...READY, ...change });
  expect(lines.filter(({ isDone }) => !isDone).map((line) => line.id)).toEqual([id]);
  expect(missingOf(lines)).toEqual([]);
});

test("the backup's age is told in whole hours, and less than one in words", () => {
  const said = (backupAgeHours: number) =>
    linesOf({ ...READY, backupAgeHours }).find(({ id }) => id === "backup")!.why;
  expect(said(0.4)).toMatch(/^La dernière a moins d’une heure\./);
  expect(said(3.9)).toMatch(/^La dernière a 3\u00a0h\./);
});
