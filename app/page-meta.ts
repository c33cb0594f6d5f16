import type { MetaDescriptor } from "react-router";
import type { Shop } from "#app/settings/shop.ts";
import type { RootData } from "./root-data.ts";
import { shopOfRoot } from "./root-shop.ts";

/** 1200 × 630, in public/. */
const DEFAULT_IMAGE = "/og.jpg";

type PageMeta = {
  /** Without the shop's name, which is appended. */
  title: string;
  /** One or two sentences, about 150 characters. */
  description: string;
  /** The canonical path, with only the query parameters that select other content. */
  path: string;
  /** Path of the preview picture; the shop's own by default. */
  image?: string;
  /** Keeps the page out of search engines. */
  noindex?: boolean;
};

/** Title, description, canonical URL and previews, for a route's `meta` export. */
export function pageMeta({
  title,
  description,
  path,
  image,
  noindex,
  baseUrl,
  name,
  shop,
}: PageMeta & Pick<Site, "baseUrl" | "name"> & Partial<Site>): MetaDescriptor[] {
  const fullTitle = titleOf(title, name);
  const url = baseUrl + path;
  const meta: MetaDescriptor[] = [
    { title: fullTitle },
    { name: "description", content: description },
    { property: "og:site_name", content: name },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (noindex) meta.push({ name: "robots", content: "noindex" });
  // Link previews of social networks need absolute URLs.
  if (baseUrl) {
    meta.push({
      property: "og:image",
      content: baseUrl + (image ?? shop?.look?.picture ?? DEFAULT_IMAGE),
    });
    meta.push({ property: "og:url", content: url });
    if (!noindex) meta.push({ tagName: "link", rel: "canonical", href: url });
  }
  return meta;
}

/** The `meta` of a page that search engines must not index: `title`, followed by the shop's name, and robots noindex. */
export function noindexMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [{ title: titleOf(title, siteOf(matches).name) }, { name: "robots", content: "noindex" }];
}

const titleOf = (title: string, name: string) => [title, name].filter(Boolean).join(" · ");

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
type Site = {
  /** The shop's origin, without a slash at its end. */
  baseUrl: string;
  name: string;
  shop: Shop | undefined;
};

/** The shop's origin, name and identity from a `meta` function's `matches`; empty when the root loader failed. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | Pick<RootData, "baseUrl" | "shop">
    | undefined;
  const shop = shopOfRoot(root);
  return { baseUrl: root?.baseUrl ?? "", name: shop?.name ?? "", shop };
}
