import { describe, expect, it } from "vitest";
import { pageMeta, siteOf } from "./page-meta.ts";

const faqs = { title: "FAQ", description: "Vos questions.", path: "/faqs" };
const baseUrl = "https://www.ma-boutique.fr";
const name = "Éclat";

describe("pageMeta", () => {
  it("returns title, description and absolute URLs", () => {
    const meta = pageMeta({ ...faqs, baseUrl, name });
    expect(meta).toContainEqual({ title: "FAQ · Éclat" });
    expect(meta).toContainEqual({ name: "description", content: "Vos questions." });
    expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: `${baseUrl}/faqs` });
    expect(meta).toContainEqual({ property: "og:image", content: `${baseUrl}/og.jpg` });
  });

  it("returns no canonical URL for a noindex page", () => {
    const meta = pageMeta({ ...faqs, baseUrl, name, noindex: true });
    expect(meta).toContainEqual({ name: "robots", content: "noindex" });
    expect(JSON.stringify(meta)).not.toContain("canonical");
  });

  it("returns no URLs without the shop's origin", () => {
    expect(JSON.stringify(pageMeta({ ...faqs, baseUrl: "", name }))).not.toContain("/faqs");
  });
});

describe("siteOf", () => {
  it("reads the root loader's data, which is missing after an error", () => {
    expect(siteOf([{ id: "root", loaderData: { baseUrl } }, undefined]).baseUrl).toBe(baseUrl);
    expect(siteOf([{ id: "root" }])).toEqual({ baseUrl: "", name: "", shop: undefined });
  });
});
