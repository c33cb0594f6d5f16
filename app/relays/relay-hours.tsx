import type { RelayPoint } from "./relay-schema.ts";

const DAYS = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

/** The opening hours of a relay point in a closed <details>; nothing when they are unknown. */
export function RelayHours({ point: { name, hours } }: { point: RelayPoint }) {
  if (hours.every((text) => text === "")) return null;
  return (
    <details className="relay-hours">
      <summary>
        Horaires<span className="sr">{` de ${name}`}</span>
      </summary>
      <dl>
        {hours.map((text, day) => (
          <div key={DAYS[day]}>
            <dt>{DAYS[day]}</dt>
            <dd>{text || "Fermé"}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
