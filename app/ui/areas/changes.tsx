/** Up to this many characters, before and after stand on the line; longer texts open on a click. */
const SHORT = 60;

/** What a field said before and after; null or empty where it said nothing. */
type Change = { field: string; before: string | null; after: string | null };

type ChangesProps = {
  changes: readonly Change[];
  /** They tell of an act (an amount, a reason) and changed no field: only what came of it is said. */
  areFacts?: boolean;
};

/** What an act changes or has changed, field by field. */
export function Changes({ changes, areFacts = false }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.field}>
          {areFacts ? (
            <>
              <span className="soft">{change.field}&nbsp;:</span> {change.after}
            </>
          ) : isShort(change.before) && isShort(change.after) ? (
            <ShortChange change={change} />
          ) : (
            <LongChange change={change} />
          )}
        </li>
      ))}
    </ul>
  );
}

function isShort(text: string | null): boolean {
  return (text ?? "").length <= SHORT;
}

function ShortChange({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <span className="soft">{field}&nbsp;:</span>{" "}
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
