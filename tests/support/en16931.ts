import { readFileSync } from "node:fs";
import { evaluateXPathToBoolean, evaluateXPathToNodes } from "fontoxpath";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import { parseXmlDocument, type Element } from "slimdom";

/*
 * The official checks of an electronic invoice: the schema of UN/CEFACT and the rules of EN 16931, from tests/fixtures/en16931 (NOTICE).
 */

const FOLDER = new URL("../fixtures/en16931/", import.meta.url);
xmlRegisterFsInputProviders();
const schema = new URL("CrossIndustryInvoice_100pD16B.xsd", FOLDER).pathname;

type Rule = { context: string; asserts: { id: string; test: string; text: string }[] };

const rules = parseXmlDocument(
  readFileSync(new URL("EN16931-CII-validation.sch", FOLDER), "utf8"),
).documentElement!;
const childrenOf = (parent: Element, name: string) =>
  parent.children.filter(({ localName }) => localName === name);
const attribute = (element: Element, name: string) => element.getAttribute(name) ?? "";

const namespaces = Object.fromEntries(
  childrenOf(rules, "ns").map((ns) => [attribute(ns, "prefix"), attribute(ns, "uri")]),
);
const patterns = childrenOf(rules, "pattern").map((pattern) =>
  childrenOf(pattern, "rule").map((rule): Rule => ({
    // A context is an XSLT pattern: it matches at any depth.
    context: attribute(rule, "context")
      .split(/\|(?![^[]*\])/)
      .map((path) => (path.trim().startsWith("/") ? path.trim() : `//${path.trim()}`))
      .join(" | "),
    asserts: childrenOf(rule, "assert").map((assert) => ({
      id: attribute(assert, "id"),
      test: attribute(assert, "test"),
      text: assert.textContent ?? "",
    })),
  })),
);

const options = { namespaceResolver: (prefix: string) => namespaces[prefix] ?? null };

/** What the XML of an invoice breaks: errors of its structure, or else of EN 16931's rules with their ids. */
export function faultsOf(xml: string): string[] {
  return [...schemaFaults(xml), ...ruleFaults(xml)];
}

function schemaFaults(xml: string): string[] {
  using document = XmlDocument.fromString(xml);
  using definition = XmlDocument.fromBuffer(readFileSync(schema), { url: schema });
  using validator = XsdValidator.fromDoc(definition);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function ruleFaults(xml: string): string[] {
  const document = parseXmlDocument(xml);
  const faults: string[] = [];
  for (const pattern of patterns) {
    // In a pattern a node is checked by its first rule only.
    const checked = new Set<unknown>();
    for (const { context, asserts } of pattern)
      for (const node of evaluateXPathToNodes(context, document, null, null, options)) {
        if (checked.has(node)) continue;
        checked.add(node);
        for (const { id, test, text } of asserts)
          if (!evaluateXPathToBoolean(test, node, null, null, options)) faults.push(text || id);
      }
  }
  return faults;
}
