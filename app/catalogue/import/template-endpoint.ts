import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponseOf } from "#app/csv/csv.server.ts";
import { familyCells, IMPORTED_COLUMNS, planCells, productCells } from "../csv-columns.ts";
import { NO_FACTS } from "../facts/facts-schema.ts";
import type { ProductTexts } from "../product-schema.ts";
import type { Route } from "./+types/template-endpoint.ts";

const EXAMPLES: ProductTexts[] = [
  {
    name: "exemple de crème de jour",
    priceCents: 3400,
    category: "Soins de la peau",
    sellingType: "en Vedette",
    description: "Une crème onctueuse, pour les peaux sèches.",
    composition: "Aqua, Glycerin, Linum Usitatissimum Seed Oil",
    specifications: [
      { name: "Contenance", value: "50 ml" },
      { name: "Texture", value: "Crème" },
    ],
    productType: null,
    netQuantity: 50,
    netUnit: "ml",
    paoMonths: 12,
    durabilityDate: null,
    precautions: "Usage externe. Éviter le contact avec les yeux.",
    responsiblePerson: null,
    origin: "Fabriqué en France",
    reference: "REF-001",
    ean: "2000000000015",
    sorting: "Pot et couvercle\u00a0: bac de tri.",
    weightGrams: 180,
  },
  {
    name: "exemple d’eau de parfum",
    priceCents: 72_00,
    category: "Parfums",
    sellingType: "Normal",
    description: "",
    composition: "",
    specifications: [],
    ...NO_FACTS,
  },
];

/** GET: a CSV file with the column names and two example products, as a template. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return csvResponseOf("modele-produits.csv", IMPORTED_COLUMNS, [EXAMPLES], (product) => {
    const cells = { id: "", ...productCells(product), ...familyCells(null), ...planCells(null) };
    return IMPORTED_COLUMNS.map((column) => cells[column]);
  });
}
