import * as fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "#app/ui/markdown.tsx";
import { isAllowedLink, parseMarkdown } from "./markdown.server.ts";

const picture = { path: "images/a/b.jpg", width: 800, height: 600, hasRenditions: true };
const pictures = new Map([[picture.path, picture]]);
const html = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, { nodes: parseMarkdown(text, pictures).nodes, level: 2 }),
  );
const faults = (text: string) => parseMarkdown(text, pictures).faults;

test("headings, paragraphs, lists, emphasis, links and line breaks", () => {
  expect(html("### La maison\n\nUne *belle* **histoire**.\nDepuis 1950\u00a0!")).toBe(
    "<h2>La maison</h2><p>Une <em>belle</em> <strong>histoire</strong>.<br/>Depuis 1950\u00a0!</p>",
  );
  expect(html("# Un\n\n### Trois")).toBe("<h2>Un</h2><h3>Trois</h3>");
  expect(html("- un\n- deux\n  1. trois\n\nfin")).toBe(
    "<ul><li>un</li><li>deux<ol><li>trois</li></ol></li></ul><p>fin</p>",
  );
  expect(html("[Écrire](/contact), [site](https://exemple.fr/?a=1&b=2)")).toBe(
    '<p><a class="link" href="/contact" data-link="">Écrire</a>, <a class="link" href="https://exemple.fr/?a=1&amp;b=2">site</a></p>',
  );
});

test("pictures are those of the shop, with their size", () => {
  expect(html(`![Le flacon](/media/${picture.path})`)).toMatch(
    /^<p><picture><source [^>]*\/><img src="\/media\/images\/a\/b.jpg" alt="Le flacon" width="800" height="600"/,
  );
  expect(html("![x](/media/images/a/gone.jpg)")).toBe("<p></p>");
  expect(faults("![x](https://exemple.fr/x.png)")).toEqual([
    "L’image «\u00a0https://exemple.fr/x.png\u00a0» n’est pas de la boutique\u00a0: envoyez-la par le bouton.",
  ]);
  expect(faults("![x](/media/profil/a/b.jpg)")).toHaveLength(1);
});

test("HTML, entities and code are text", () => {
  expect(html('<script>alert(1)</script> <b onclick="x">&lt;</b> `a`')).toBe(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;&amp;lt;&lt;/b&gt; `a`</p>",
  );
});

describe("links", () => {
  test.each([
    "https://exemple.fr",
    "http://exemple.fr/a?b#c",
    "mailto:bonjour@exemple.fr",
    "tel:+33178900042",
    "/contact",
    "/produit/01#avis",
    "#retours",
  ])("%s is allowed", (href) => expect(isAllowedLink(href)).toBe(true));
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//exemple.fr",
    "/\\exemple.fr",
    "/%5Cexemple.fr",
    "https:exemple.fr",
    "ftp://exemple.fr",
    "https://exemple",
    "http://localhost/",
    "https://1.2.3.4",
    "mailto:bonjour",
    "mailto:a@b",
    "contact",
    "",
  ])("« %s » is refused", (href) => expect(isAllowedLink(href)).toBe(false));
  test("a refused link stays text, and is a fault", () => {
    expect(html("[x](javascript:alert)")).toBe("<p>[x](javascript:alert)</p>");
    expect(faults("[x](javascript:alert)")).toHaveLength(1);
    expect(faults("[x](/contact)")).toEqual([]);
  });
});

const ALLOWED = new Set("h2 h3 h4 h5 h6 p ul ol li strong em a br picture source img".split(" "));
const ATTRIBUTES = new Set(
  "class href data-link src alt width height loading decoding type sizes srcSet srcset".split(" "),
);

test("no text produces an element, an attribute or an address outside of the lists", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<script>",
      "<img src=x onerror=alert(1)>",
      "javascript:alert(1)",
      "](",
      "![",
      "[a](",
      ")",
      "<",
      '"',
      "'",
      "&#106;avascript:",
      "data:text/html,",
      "/media/images/a/b.jpg",
      "https://exemple.fr",
      "//exemple.fr",
      "\n",
      "\n\n",
      "# ",
      "- ",
      "  - ",
      "1. ",
      "**",
      "_",
      "`",
      "```\n",
      "> ",
      "---\n",
      "[x]: javascript:alert(1)\n",
      "\\",
      "\u0000",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const rendered = html(pieces.join(""));
      for (const [, name, attributes = ""] of rendered.matchAll(/<\/?([^\s/>]+)([^>]*)>/g)) {
        expect(ALLOWED).toContain(name);
        for (const [, attribute, value = ""] of attributes.matchAll(/([^\s="]+)="([^"]*)"/g)) {
          expect(ATTRIBUTES).toContain(attribute);
          if (attribute === "href")
            expect(value.replaceAll("&amp;", "&")).toMatch(
              /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i,
            );
          if (attribute === "src") expect(value).toBe(`/media/${picture.path}`);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a link without an address is its text", () => {
  expect(html("[ici]() et là")).toBe("<p>ici et là</p>");
});

test.each([
  ["10,000 nested lists in a line", "- ".repeat(10_000)],
  [
    "nested lists by indentation",
    Array.from({ length: 190 }, (_, n) => `${" ".repeat(n)}- a`).join("\n"),
  ],
  ["open links", "[".repeat(20_000)],
  ["open pictures", "![".repeat(10_000)],
  ["links without end", "[a](".repeat(5_000)],
  ["emphasis", "*a_".repeat(6_600)],
  ["stars", "*".repeat(20_000)],
  ["backslashes", "\\".repeat(20_000)],
  ["brackets", "[a]".repeat(6_600)],
])("%s: parsed in bounded time", (_, text) => {
  const started = performance.now();
  html(text);
  // The machine may be busy: far above what it takes, far below what a quadratic parser takes.
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("lists nested too deeply are a fault", () => {
  expect(faults("- a\n  - b\n    - c\n      - d")).toEqual([]);
  expect(faults("- a\n  - b\n    - c\n      - d\n        - e")).toEqual([
    "Les listes ont 4 niveaux au plus.",
  ]);
  expect(faults("- ".repeat(10_000))).toEqual(["Les listes ont 4 niveaux au plus."]);
});
