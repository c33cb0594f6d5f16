/** Longer values, in characters, are shown in a disclosure (<details>). */
const SHORT = 60;

/** A field's value before and after an act; null or empty when the field had or has none. */
type Change = { field: string; before: string | null; after: string | null };

type ChangesProps = {
  changes: readonly Change[];
  /** Whether `changes` are facts about an act (an amount, a reason) instead of changed fields. Then only `after` is shown. */
  areFacts?: boolean;
};

/** The list of changed fields of an act in the audit trail. */
export function Changes({ changes, areFacts = false }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          {areFacts ? (
            <>
              <span className="soft">{`${change.field}\u00a0:`}</span> {change.after}
            </>
          ) : isShortText(change.before) && isShortText(change.after) ? (
            <ShortChange change={change} />
          ) : (
            <LongChange change={change} />
          )}
        </li>
      ))}
    </ul>
  );
}

function isShortText(text: string | null): boolean {
  return (text ?? "").length <= SHORT;
}

function ShortChange({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <span className="soft">{`${field}\u00a0:`}</span>{" "}
      {before ? (
        <del>
          <span className="sr">avant </span>
          {before}
        </del>
      ) : (
        <Empty />
      )}
      <span aria-hidden="true"> → </span>
      {after ? (
        <ins>
          <span className="sr">après </span>
          {after}
        </ins>
      ) : (
        <Empty />
      )}
    </>
  );
}

function LongChange({ change: { field, before, after } }: { change: Change }) {
  return (
    <details>
      <summary className="link">{field}</summary>
      <dl>
        <dt>Avant</dt>
        <dd>{before || <Empty />}</dd>
        <dt>Après</dt>
        <dd>{after || <Empty />}</dd>
      </dl>
    </details>
  );
}

function Empty() {
  return <span className="muted">vide</span>;
}
