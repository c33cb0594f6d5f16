import { Icon } from "#app/ui/icon.tsx";

/** « Facture F-2026-000025 », « Avoir A-2026-000001 ». */
export const documentName = (number: string) =>
  `${number.startsWith("F") ? "Facture" : "Avoir"} ${number}`;

/** Links to the PDF files of an order's invoice and credit notes. */
export function InvoiceLinks({ numbers }: { numbers: readonly string[] }) {
  return numbers.map((number) => (
    <a key={number} className="crumb" href={`/factures/${number}`}>
      <Icon name="receipt-text" />
      {documentName(number)}
    </a>
  ));
}
