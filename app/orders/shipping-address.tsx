import { Fragment, type ReactNode } from "react";

type ShippingAddressProps = {
  text: string;
  /** A line above the address: the name. */ before?: ReactNode;
  after?: ReactNode;
};

/** An address as it was typed, line by line. */
export function ShippingAddress({ text, before, after }: ShippingAddressProps) {
  const lines = [before, ...text.split(/\r?\n/), after].filter(
    (line) => line !== undefined && line !== "",
  );
  return (
    <address className="soft">
      {lines.map((line, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines never change places
        <Fragment key={position}>
          {position > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </address>
  );
}
