import { Fragment, type ReactNode } from "react";

type ShippingAddressProps = {
  text: string;
  /** Lines above and below, such as the name. */ before?: ReactNode;
  after?: ReactNode;
};

/** An address with its typed line breaks. */
export function ShippingAddress({ text, before, after }: ShippingAddressProps) {
  const lines = [before, ...text.split(/\r?\n/), after].filter(
    (line) => line !== undefined && line !== "",
  );
  return (
    <address className="soft">
      {lines.map((line, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are never reordered
        <Fragment key={position}>
          {position > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </address>
  );
}

type BillingAddressProps = {
  order: {
    billingName: string | null;
    billingAddress: string | null;
    billingCompany: string | null;
    billingSiren: string | null;
    billingVatNumber: string | null;
  };
};

/** Whom an order's invoice is for, with the numbers of a company. The order has a billing address. */
export function BillingAddress({ order }: BillingAddressProps) {
  const { billingName, billingAddress, billingCompany, billingSiren, billingVatNumber } = order;
  const lines = [
    billingCompany,
    billingName,
    billingAddress,
    billingSiren && `SIREN ${billingSiren}`,
    billingVatNumber && `N° de TVA ${billingVatNumber}`,
  ];
  return <ShippingAddress text={lines.filter(Boolean).join("\n")} />;
}
