import { element } from "./xml.ts";

const FILE = "factur-x.xml";
const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
/**
 * What the file's metadata say of its XML (Factur-X 1.0), with the description that PDF/A asks for of properties outside its own schemas.
 */
const PROPERTIES = [
  ["DocumentType", "INVOICE", "The type of the hybrid document"],
  ["DocumentFileName", FILE, "The name of the embedded XML document"],
  ["Version", "1.0", "The version of the standard of the XML document"],
  ["ConformanceLevel", "EN 16931", "The profile of the XML document"],
] as const;

const RESOURCE = { "rdf:parseType": "Resource" };

const EXTENSION_SCHEMA = element(
  "rdf:Description",
  [
    element("pdfaExtension:schemas", [
      element("rdf:Bag", [
        element(
          "rdf:li",
          [
            element("pdfaSchema:schema", "Factur-X PDFA Extension Schema"),
            element("pdfaSchema:namespaceURI", NAMESPACE),
            element("pdfaSchema:prefix", "fx"),
            element("pdfaSchema:property", [
              element(
                "rdf:Seq",
                PROPERTIES.map(([name, , description]) =>
                  element(
                    "rdf:li",
                    [
                      element("pdfaProperty:name", name),
                      element("pdfaProperty:valueType", "Text"),
                      element("pdfaProperty:category", "external"),
                      element("pdfaProperty:description", description),
                    ],
                    RESOURCE,
                  ),
                ),
              ),
            ]),
          ],
          RESOURCE,
        ),
      ]),
    ]),
  ],
  {
    "rdf:about": "",
    "xmlns:pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "xmlns:pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "xmlns:pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
  },
);

const DOCUMENT = element(
  "rdf:Description",
  PROPERTIES.map(([name, value]) => element(`fx:${name}`, value)),
  { "rdf:about": "", "xmlns:fx": NAMESPACE },
);

/** Embeds the XML of a Factur-X in its PDF/A-3, which the metadata of the file declare. */
export function attachFacturX(
  doc: PDFKit.PDFDocument,
  xml: string,
  { author, createdAt }: { author: string; createdAt: Date },
): void {
  // A constant, because the package's types lack `relationship`, which an object literal may not add.
  const file = {
    name: FILE,
    type: "text/xml",
    description: "Factur-X",
    relationship: "Alternative",
    creationDate: createdAt,
    modifiedDate: createdAt,
  };
  doc.file(Buffer.from(xml), file);
  const creator = element(
    "rdf:Description",
    [element("dc:creator", [element("rdf:Seq", [element("rdf:li", author)])])],
    { "rdf:about": "", "xmlns:dc": "http://purl.org/dc/elements/1.1/" },
  );
  doc.appendXML(creator + EXTENSION_SCHEMA + DOCUMENT);
}
