import type { MetaDescriptor } from "react-router";
import type { RootData } from "#app/root.tsx";

const SHOP_NAME = "Éclat";
/** 1200 × 630, in public/. */
const DEFAULT_IMAGE = "/og.jpg";

type PageMeta = {
  /** Without the shop's name, which follows it. */
  title: string;
  /** One or two sentences, about 150 characters. */
  description: string;
  /** The page's one address, from « / », with only what makes it another page in its query. */
  path: string;
  /** A picture of the page's subject, from « / »; the shop's own when left out. */
  image?: string;
  /** Keeps the page out of search engines. */
  noindex?: boolean;
  /** The shop's origin, without a slash at its end; empty when the root loader failed. */
  baseUrl: string;
};

/** Everything the head says of a page, for its `meta` export: title, description, canonical address, previews. */
export function pageMeta({
  title,
  description,
  path,
  image,
  noindex,
  baseUrl,
}: PageMeta): MetaDescriptor[] {
  const fullTitle = `${title} · ${SHOP_NAME}`;
  const url = baseUrl + path;
  const meta: MetaDescriptor[] = [
    { title: fullTitle },
    { name: "description", content: description },
    { property: "og:site_name", content: SHOP_NAME },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  // Previews are read on other sites: an address without an origin would say nothing there.
  if (baseUrl) {
    meta.push({ property: "og:image", content: baseUrl + (image ?? DEFAULT_IMAGE) });
    meta.push({ property: "og:url", content: url });
    if (!noindex) meta.push({ tagName: "link", rel: "canonical", href: url });
  }
  return meta;
}

type Site = { baseUrl: string; shop: RootData["shop"] | undefined };

/** The shop's origin and facts, from the `matches` of a `meta` function; empty when the root loader failed. */
export function siteOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): Site {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | Partial<Site>
    | undefined;
  return { baseUrl: root?.baseUrl ?? "", shop: root?.shop };
}
