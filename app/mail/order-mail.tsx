import type { ReactNode } from "react";
import { MailButton, MailFrame, MailLink, MailSection } from "./mail-frame.tsx";
import { useSite, type Site } from "./mail-site.ts";
import { ORDER_PAGES, type OrderPage } from "./order-pages.ts";
import { OrderLines, type MailedOrder } from "./order-parts.tsx";

export type OrderProps = { order: MailedOrder };

/** A link to the contact form with the order number filled in (specification §2). */
export function ReportProblem({ order }: OrderProps) {
  const site = useSite();
  return (
    <MailLink href={`${site.baseUrl}/contact?commande=${order.number}`}>
      Signaler un probleme
    </MailLink>
  );
}

/** The usual note of a mail about an order. */
export function Problem(props: OrderProps) {
  return (
    <>
      Un souci&nbsp;? <ReportProblem {...props} />.
    </>
  );
}

/** The frame of a mail about an order. By default it ends with the order's articles, and its note names the contact form. */
export function OrderMail({
  order,
  title,
  preview,
  note = <Problem order={order} />,
  details = (
    <MailSection>
      <OrderLines order={order} />
    </MailSection>
  ),
  button,
  buttonPage = "suivi",
  children,
}: OrderProps & {
  title: string;
  preview: string;
  note?: ReactNode;
  details?: ReactNode;
  /** The label of the button to a page of the order; undefined: none. */
  button?: string | undefined;
  buttonPage?: OrderPage;
  children: ReactNode;
}) {
  const site = useSite();
  return (
    <MailFrame
      title={title}
      preview={preview}
      note={note}
      reason={"Ce message est lié à votre commande\u00a0; il n’est pas une publicité."}
      details={details}
    >
      {children}
      {button && <MailButton href={orderHref({ site, order }, buttonPage)}>{button}</MailButton>}
    </MailFrame>
  );
}

/**
 * The URL of an order's page. For an order without an account, the signed link that opens it. For an account's order, its page, with the
 * proof of the e-mail address if the mail has one.
 */
export function orderHref(
  { site, order }: { site: Site; order: MailedOrder },
  page: OrderPage,
): string {
  const { baseUrl, token: lien } = site;
  if (!lien) return baseUrl + ORDER_PAGES[page](order);
  if (order.linkVersion === undefined)
    return baseUrl + ORDER_PAGES[page](order) + (page === "suivi" ? `?preuve=${lien}` : "");
  return `${baseUrl}/commande?${new URLSearchParams({ lien, ...(page !== "suivi" && { page }) })}`;
}
