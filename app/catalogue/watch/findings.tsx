import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { findingText, type Finding, type Rule } from "./watch.ts";

type FindingsProps = { findings: readonly Pick<Finding, "rule" | "words">[] };

/** A list of findings: the words, the reason and the dates of the rule. */
export function Findings({ findings }: FindingsProps) {
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <li key={findingText(finding)}>
          <RuleTag rule={finding.rule} /> <b>{`${findingText(finding)}.`}</b> {finding.rule.reason}{" "}
          <span className="soft small">{sourceOf(finding.rule)}</span>
        </li>
      ))}
    </ul>
  );
}

/** « Interdit » for a banned ingredient, otherwise « À vérifier ». */
export function RuleTag({ rule }: { rule: Rule }) {
  return rule.isBanned ? (
    <Tag tone="error" label="Interdit" />
  ) : (
    <Tag tone="warning" label="À vérifier" />
  );
}

/** The legal reference and the dates of a rule. */
export function sourceOf({ law, from, until }: Rule): string {
  const day = (date: string) => frenchDay(new Date(`${date}T12:00:00Z`));
  const dates = [
    ...(from ? [`à compter du ${day(from)}`] : []),
    ...(until ? [`stocks antérieurs jusqu’au ${day(until)}`] : []),
  ];
  return `${[law, ...dates].join("\u00a0; ")}.`;
}

type FindingsNoteProps = FindingsProps & {
  /** The product's id; null before it is saved. */
  productId: string | null;
};

/** The findings of one field in the product's form. They never prevent saving. */
export function FindingsNote({ findings, productId }: FindingsNoteProps) {
  if (findings.length === 0) return null;
  return (
    <Note title="À vérifier, sans empêcher d’enregistrer">
      <Findings findings={findings} />
      <p>
        <TextLink
          to={productId ? `/admin/verifications?produit=${productId}` : "/admin/verifications"}
        >
          {productId ? "Listes, et marquer comme vérifié" : "Voir les listes"}
        </TextLink>
      </p>
    </Note>
  );
}
