import { Icon } from "#app/ui/icon.tsx";

/** An order's invoice and credit notes, as PDF files to read or keep. */
export function InvoiceLinks({ numbers }: { numbers: readonly string[] }) {
  return numbers.map((number) => (
    <a key={number} className="crumb" href={`/factures/${number}`}>
      <Icon name="receipt-text" />
      {number.startsWith("F") ? "Facture" : "Avoir"} {number}
    </a>
  ));
}
