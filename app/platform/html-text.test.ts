import * as fc from "fast-check";
import { expect, test } from "vitest";
import { htmlToMarkdown, htmlToPlainText } from "./html-text.server.ts";
import { parseParagraphs, plainText } from "./markdown.server.ts";

test.each([
  ["Une crème douce, pH < 5 et > 3.\n- sans parfum", false],
  ["R&D, AT&T ; 3 < 4 > 2", false],
  ["<p>Une crème</p>", true],
  ["une<br/>ligne", true],
  ["<B class='x'>gras", true],
  ["l&#8217;été &amp; l&rsquo;hiver", true],
  ["un <produit> à venir", false],
])("%s is HTML: %s", (text, isHtml) => {
  expect(htmlToMarkdown(text) !== text).toBe(isHtml);
  expect(htmlToPlainText(text) !== text).toBe(isHtml);
});

test.each([
  [
    "<p>Une <strong>crème </strong>riche &amp; douce.</p>\r\n<p>Deuxième<br>ligne</p>",
    "Une **crème** riche & douce.\n\nDeuxième\nligne",
  ],
  [
    "<ul><li>Sans <em>parfum</em></li><li>Vegan<ul><li>oui</li></ul></li></ul><ol><li>Un</li><li>Deux</li></ol>",
    "- Sans *parfum*\n- Vegan\n  - oui\n\n1. Un\n2. Deux",
  ],
  ["<h2>Bienfaits</h2><div>a</div><div>b</div>", "Bienfaits\n\na\nb"],
  [
    "<table><tr><td>Peau</td><td>sèche</td></tr><tr><td>Âge</td><td>30</td></tr></table>",
    "Peau sèche\nÂge 30",
  ],
  ["<b>tout <p>gras</p></b> et <i></i>fin", "**tout**\n\n**gras**\n\net fin"],
  ["<b><i>les deux</i></b>, <b><strong>une fois</strong></b>", "***les deux***, **une fois**"],
  // Markdown would show these signs.
  ["<b>L’</b>huile", "L’huile"],
  ["2*3*4 et _a_ <b>b</b>", "2\\*3\\*4 et \\_a\\_ b"],
  ["argan*, karité*<br>*issus de l’agriculture", "argan*, karité*\n*issus de l’agriculture"],
  // Lines that were typed stay lines.
  ["Une ligne\n\nUne autre, l&rsquo;&eacute;t&eacute;", "Une ligne\n\nUne autre, l’été"],
  ["&lt;p&gt;Deux &lt;b&gt;fois&lt;/b&gt;&lt;/p&gt;", "Deux **fois**"],
  [
    "<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)><a href='javascript:x'>lien</a>",
    "lien",
  ],
])("%s becomes Markdown", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test("a list of ingredients becomes plain text", () => {
  expect(htmlToPlainText("<p><strong>Aqua</strong>, Glycerin,<br>Parfum</p>")).toBe(
    "Aqua, Glycerin,\nParfum",
  );
});

test("the parser reads the text that was converted, without its signs", () => {
  const word = fc.stringMatching(/^[a-zé*_\\#+.,!-]{1,8}$/);
  const inline = fc.oneof(
    word,
    word.map((text) => `<b>${text}</b>`),
    word.map((text) => `<i> ${text}</i>`),
  );
  const paragraph = fc.array(inline, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), (parts) => {
      const html = parts.map((words) => `<p>${words.join(" ")}</p>`).join("");
      const expected = htmlToPlainText(html).replaceAll(/\s+/g, "");
      const read = plainText(parseParagraphs(htmlToMarkdown(html))).replaceAll(/\s+/g, "");
      expect(read).toBe(expected);
    }),
    { numRuns: 300 },
  );
});

test("what is nested too deeply, or enormous, is no danger", () => {
  const started = performance.now();
  htmlToMarkdown(`${"<div><b>".repeat(4_000)}x`);
  htmlToMarkdown("<p ".repeat(30_000));
  htmlToMarkdown("&".repeat(100_000));
  htmlToMarkdown(`<p>${"*a ".repeat(30_000)}</p>`);
  expect(performance.now() - started).toBeLessThan(3_000);
});
