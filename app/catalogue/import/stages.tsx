import { Icon } from "#app/ui/icon.tsx";

const STAGES = ["Fichier", "Vérification à blanc", "Import"];

/** The steps of an import. Those before the index `current` are done; an index beyond the last step means that all are done. */
export function Stages({ current }: { current: number }) {
  return (
    <ol className="stages">
      {STAGES.map((name, index) => (
        <li
          key={name}
          className={index < current ? "done" : undefined}
          aria-current={index === current ? "step" : undefined}
        >
          <i>{index < current ? <Icon name="check" size={16} /> : index + 1}</i>
          <span>
            {name}
            {index < current && <span className="sr">&nbsp;: fait</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
