import { Fragment } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** « Facture F-2026-000025 », « Avoir A-2026-000001 ». */
export const documentName = (number: string) =>
  `${number.startsWith("F") ? "Facture" : "Avoir"} ${number}`;

type InvoiceLinksProps = {
  numbers: readonly string[];
  /** With the electronic invoices, for administrators and companies. */
  withFacturX?: boolean;
};

/** Links to the PDF files of an order's invoice and credit notes. */
export function InvoiceLinks({ numbers, withFacturX = false }: InvoiceLinksProps) {
  return numbers.map((number) => (
    <Fragment key={number}>
      <a className="crumb" href={`/factures/${number}`}>
        <Icon name="receipt-text" />
        {documentName(number)}
      </a>
      {withFacturX && (
        <a className="crumb" href={`/factures/${number}/factur-x`}>
          <Icon name="download" />
          {`Factur-X ${number}`}
        </a>
      )}
    </Fragment>
  ));
}
