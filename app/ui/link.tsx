import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path of the shop with query and hash: « /boutique?page=2 ». */
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
  /** Uses a view transition from the link's picture to the picture of the product page. */
  growPicture?: boolean;
  /** Lets the browser load the page in full: for a file, or to reset all state. */
  reloadDocument?: boolean;
};

/**
 * A link to a page of the shop: a plain anchor, whose clicks `LinkNavigation` handles. Each instance of React Router's own Link
 * subscribes to the router and resolves its URL, which took a fifth of the rendering time of a product list, on the server and
 * on phones (decision 22).
 */
export function Link(props: LinkProps) {
  const { to, replace, preventScrollReset, growPicture, reloadDocument, children, ...rest } = props;
  const options = reloadDocument
    ? undefined
    : classes(replace && "replace", preventScrollReset && "keep-scroll", growPicture && "grow");
  return (
    <a {...rest} href={to} data-link={options}>
      {children}
    </a>
  );
}

/** A link in a text, underlined. */
export function TextLink(props: Omit<LinkProps, "className">) {
  return <Link {...props} className="link" />;
}
