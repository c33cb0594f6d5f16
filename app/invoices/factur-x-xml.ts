import { displayName } from "#app/catalogue/product-name.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { foreignCountryIn, placesIn } from "#app/ui/address-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { FRANCHISE_MENTION, totalOf, type InvoiceSnapshot } from "./invoice-schema.ts";
import { element, xmlDocument, type Xml } from "./xml.ts";

const PROFILE = "urn:cen.eu:en16931:2017";
/** French rules of electronic invoices (FNFE, BR-FR-08): a delivery of goods that is paid already. */
const PAID_GOODS = "B2";
const NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};
/** The number of a company in the French register (ISO 6523). */
const SIREN_SCHEME = { schemeID: "0002" };
/** A SIREN as the address of a company in the French directory (BR-FR-21). */
const ADDRESS_SCHEME = { schemeID: "0225" };
/** Codes of UNTDID 1001 and 4461, and the unit « one » of UN/ECE recommendation 20. */
const INVOICE = "380";
const CREDIT_NOTE = "381";
const PAYMENT_MEANS: Record<string, string> = { [CASH]: "10" };
const ONLINE_PAYMENT = "68";
const PIECE = { unitCode: "C62" };

type Line = InvoiceSnapshot["lines"][number];

/** Whether the invoice names its seller as EN 16931 requires (BR-06, BR-CO-26, BR-S-02, BR-E-02). */
export const canBeFacturX = ({ seller }: InvoiceSnapshot): boolean =>
  seller.name !== "" && (seller.siren !== "" || seller.vatNumber !== "");

/**
 * An invoice or credit note as the XML of a Factur-X: UN/CEFACT Cross Industry Invoice D16B in the profile EN 16931. A credit note has
 * positive amounts there, as its type says what they are. The net amount of a line is its price without its share of the VAT, so that the
 * totals are those of the invoice to the cent.
 */
export function facturXml(invoice: {
  number: string;
  issuedAt: Date;
  snapshot: InvoiceSnapshot;
}): string {
  const { number, issuedAt, snapshot } = invoice;
  const { corrects, payment } = snapshot;
  const { terms } = payment;
  return xmlDocument(
    element(
      "rsm:CrossIndustryInvoice",
      [
        element("rsm:ExchangedDocumentContext", [
          element("ram:BusinessProcessSpecifiedDocumentContextParameter", [
            element("ram:ID", PAID_GOODS),
          ]),
          element("ram:GuidelineSpecifiedDocumentContextParameter", [element("ram:ID", PROFILE)]),
        ]),
        element("rsm:ExchangedDocument", [
          element("ram:ID", number),
          element("ram:TypeCode", corrects ? CREDIT_NOTE : INVOICE),
          dateElement("ram:IssueDateTime", parisDay(issuedAt)),
          note(corrects?.reason),
          note(snapshot.operation),
          ...(terms
            ? [
                note(terms.discount, "AAB"),
                note(terms.penalties, "PMD"),
                note(terms.recovery, "PMT"),
              ]
            : []),
        ]),
        transaction(snapshot),
      ],
      NAMESPACES,
    ),
  );
}

function transaction(snapshot: InvoiceSnapshot): Xml {
  const { order, lines } = snapshot;
  // EN 16931 has no invoice without a line (BR-16): a refunded fee alone is one.
  const hasArticles = lines.some(({ kind }) => !isExtra(kind));
  const invoiced = hasArticles ? lines.filter(({ kind }) => !isExtra(kind)) : lines;
  const extras = hasArticles ? lines.filter(({ kind }) => isExtra(kind)) : [];
  return element("rsm:SupplyChainTradeTransaction", [
    ...invoiced.map((line, index) => lineElement(snapshot, line, index + 1)),
    element("ram:ApplicableHeaderTradeAgreement", [
      sellerElement(snapshot),
      buyerElement(snapshot),
      element("ram:SellerOrderReferencedDocument", [element("ram:IssuerAssignedID", order.number)]),
    ]),
    deliveryElement(snapshot),
    settlementElement(snapshot, invoiced, extras),
  ]);
}

/** What is an allowance or a charge of the whole document; a gesture is a line of its credit note. */
const isExtra = (kind: Line["kind"]) => kind === "reduction" || kind === "delivery";

const signOf = ({ corrects }: InvoiceSnapshot) => (corrects ? -1 : 1);

/** The net amount of a line in cents; negative for a reduction. */
const netOf = (snapshot: InvoiceSnapshot, line: Line) =>
  signOf(snapshot) * (totalOf([line]) - line.vatCents);

const sumOf = (snapshot: InvoiceSnapshot, lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + netOf(snapshot, line), 0);

function lineElement(snapshot: InvoiceSnapshot, line: Line, id: number): Xml {
  const net = netOf(snapshot, line);
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [element("ram:LineID", String(id))]),
    element("ram:SpecifiedTradeProduct", [element("ram:Name", displayName(line.name))]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        // Not rounded to the cent: times the quantity it is the net amount.
        element("ram:ChargeAmount", String(Number((net / 100 / line.quantity).toFixed(6)))),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [
      element("ram:BilledQuantity", String(line.quantity), PIECE),
    ]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", taxElements(snapshot)),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        amount("ram:LineTotalAmount", net),
      ]),
    ]),
  ]);
}

const taxElements = ({ vatPercent }: InvoiceSnapshot): Xml[] => [
  element("ram:TypeCode", "VAT"),
  element("ram:CategoryCode", vatPercent === 0 ? "E" : "S"),
  element("ram:RateApplicablePercent", String(vatPercent)),
];

function sellerElement({ seller }: InvoiceSnapshot): Xml {
  const { name, address, siren, vatNumber, email, phone } = seller;
  return element("ram:SellerTradeParty", [
    element("ram:Name", name),
    element("ram:Description", seller.registration ?? ""),
    legalOrganization(siren),
    element("ram:DefinedTradeContact", [
      element("ram:TelephoneUniversalCommunication", [element("ram:CompleteNumber", phone)]),
      element("ram:EmailURIUniversalCommunication", [element("ram:URIID", email)]),
    ]),
    addressElement(address),
    electronicAddress(siren),
    vatNumber
      ? taxRegistration("VA", vatNumber)
      : // A seller without VAT has no other number for the tax office.
        taxRegistration("FC", siren),
  ]);
}

const legalOrganization = (siren: string) =>
  element("ram:SpecifiedLegalOrganization", [element("ram:ID", compact(siren), SIREN_SCHEME)]);

const electronicAddress = (siren: string) =>
  element("ram:URIUniversalCommunication", [element("ram:URIID", compact(siren), ADDRESS_SCHEME)]);

const taxRegistration = (schemeID: "VA" | "FC", number: string) =>
  element("ram:SpecifiedTaxRegistration", [element("ram:ID", compact(number), { schemeID })]);

function buyerElement({ buyer, delivery }: InvoiceSnapshot): Xml {
  const { company, name, siren = "", vatNumber = "" } = buyer;
  return element("ram:BuyerTradeParty", [
    element("ram:Name", company ?? name),
    legalOrganization(siren),
    company ? element("ram:DefinedTradeContact", [element("ram:PersonName", name)]) : "",
    // Without an address of the buyer's own, the country is that of the delivery.
    buyer.address
      ? addressElement(buyer.address)
      : element("ram:PostalTradeAddress", [element("ram:CountryID", countryOf(delivery.address))]),
    electronicAddress(siren),
    taxRegistration("VA", vatNumber),
  ]);
}

function deliveryElement({ buyer, delivery }: InvoiceSnapshot): Xml {
  return element("ram:ApplicableHeaderTradeDelivery", [
    element("ram:ShipToTradeParty", [
      element("ram:Name", delivery.address ? delivery.method : buyer.name),
      addressElement(delivery.address ?? buyer.address),
    ]),
    delivery.deliveredOn
      ? element("ram:ActualDeliverySupplyChainEvent", [
          dateElement("ram:OccurrenceDateTime", delivery.deliveredOn),
        ])
      : "",
  ]);
}

function settlementElement(
  snapshot: InvoiceSnapshot,
  lines: readonly Line[],
  extras: readonly Line[],
): Xml {
  const { payment, vatPercent, vatMention, corrects } = snapshot;
  const sign = signOf(snapshot);
  const total = sign * totalOf(snapshot.lines);
  const vat = sign * snapshot.vatCents;
  const isCharge = (line: Line) => netOf(snapshot, line) > 0;
  return element("ram:ApplicableHeaderTradeSettlement", [
    element("ram:InvoiceCurrencyCode", "EUR"),
    element("ram:SpecifiedTradeSettlementPaymentMeans", [
      element("ram:TypeCode", PAYMENT_MEANS[payment.method] ?? ONLINE_PAYMENT),
      element("ram:Information", payment.method),
    ]),
    element("ram:ApplicableTradeTax", [
      amount("ram:CalculatedAmount", vat),
      element("ram:TypeCode", "VAT"),
      vatPercent === 0 ? element("ram:ExemptionReason", vatMention ?? FRANCHISE_MENTION) : "",
      amount("ram:BasisAmount", total - vat),
      element("ram:CategoryCode", vatPercent === 0 ? "E" : "S"),
      vatPercent === 0 && !vatMention
        ? element("ram:ExemptionReasonCode", "VATEX-FR-FRANCHISE")
        : "",
      element("ram:RateApplicablePercent", String(vatPercent)),
    ]),
    ...extras.map((line) =>
      element("ram:SpecifiedTradeAllowanceCharge", [
        element("ram:ChargeIndicator", [element("udt:Indicator", String(isCharge(line)))]),
        amount("ram:ActualAmount", Math.abs(netOf(snapshot, line))),
        element("ram:Reason", line.name),
        element("ram:CategoryTradeTax", taxElements(snapshot)),
      ]),
    ),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      amount("ram:LineTotalAmount", sumOf(snapshot, lines)),
      amount("ram:ChargeTotalAmount", sumOf(snapshot, extras.filter(isCharge))),
      amount(
        "ram:AllowanceTotalAmount",
        -sumOf(
          snapshot,
          extras.filter((line) => !isCharge(line)),
        ),
      ),
      amount("ram:TaxBasisTotalAmount", total - vat),
      amount("ram:TaxTotalAmount", vat, { currencyID: "EUR" }),
      amount("ram:GrandTotalAmount", total),
      // Issued once the order is paid, or the sum paid back.
      amount("ram:TotalPrepaidAmount", total),
      amount("ram:DuePayableAmount", 0),
    ]),
    corrects
      ? element("ram:InvoiceReferencedDocument", [
          element("ram:IssuerAssignedID", corrects.number),
          element("ram:FormattedIssueDateTime", [
            element("qdt:DateTimeString", compactDay(corrects.issuedOn), DAY_FORMAT),
          ]),
        ])
      : "",
  ]);
}

/** Postal code and town are recognised where the address has them; the country is France unless it names another. */
function addressElement(address: string): Xml {
  const country = countryOf(address);
  const { street, postalCode, town } = placeOf(address, country);
  const [one = "", two = "", ...more] = street.split(/\s*[\n,]\s*/).filter(Boolean);
  return element("ram:PostalTradeAddress", [
    element("ram:PostcodeCode", postalCode),
    element("ram:LineOne", one),
    element("ram:LineTwo", two),
    element("ram:LineThree", more.join(", ")),
    element("ram:CityName", town),
    element("ram:CountryID", country),
  ]);
}

const countryOf = (address = "") => foreignCountryIn(address) ?? "FR";

function placeOf(address: string, country: string) {
  const french = country === "FR" ? placesIn(address)[0] : undefined;
  if (french) return french;
  const lines = address.split("\n").filter((line) => foreignCountryIn(line) === null);
  // « 8001 Zürich », « 1012 AB Amsterdam »
  const [, postalCode = "", town = ""] =
    /^(\d{4,6}(?: [A-Z]{2}(?= ))?) (\p{L}.*)$/u.exec(lines.at(-1) ?? "") ?? [];
  return { street: (town ? lines.slice(0, -1) : lines).join("\n"), postalCode, town };
}

/** `subject`: a code of UNTDID 4451; of the terms of payment those that BR-FR-05 asks for. */
const note = (text = "", subject = "") =>
  text &&
  element("ram:IncludedNote", [element("ram:Content", text), element("ram:SubjectCode", subject)]);

const amount = (name: string, cents: number, attributes?: Record<string, string>) =>
  element(name, (cents / 100).toFixed(2), attributes);

/** The format of a day without separators (UNTDID 2379). */
const DAY_FORMAT = { format: "102" };
const compactDay = (day: string) => day.replaceAll("-", "");
const dateElement = (name: string, day: string) =>
  element(name, [element("udt:DateTimeString", compactDay(day), DAY_FORMAT)]);

const compact = (number: string) => number.replaceAll(/\s/g, "");
