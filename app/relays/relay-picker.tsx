import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { RelayHours } from "./relay-hours.tsx";
import type { FoundRelay, RelayPoint } from "./relay-schema.ts";
import { relayCarrier, relayText } from "./relay-text.ts";
import type { RelaySearch } from "./relays-endpoint.ts";

const NO_ANSWER: RelaySearch = {
  points: [],
  message:
    "La liste des points de relais ne répond pas. Écrivez le nom et l’adresse du point ci-dessous, ou faites-vous livrer à domicile.",
};

type RelayPickerProps = {
  /** Whether the form's delivery method is a relay point. */
  isChosen: boolean;
  /** The point of the stored draft or of the last order, as JSON. */
  draft: string | undefined;
};

/**
 * Searches for relay points and writes the chosen one into the address field beside it. Customers can also type an address there, as in
 * shops without a provider. Sends the chosen point as `relay`; the server checks it again. Only shops with a provider load this file.
 */
export default function RelayPicker({ isChosen, draft }: RelayPickerProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const [former] = useState(() => draftPoint(draft));
  const [place, setPlace] = useState("");
  const [chosen, setChosen] = useState<RelayPoint | null>(former);
  const [answer, setAnswer] = useState<RelaySearch | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const points: (RelayPoint & { distance?: number | null })[] =
    answer?.points ?? (former ? [former] : []);

  // Once the customer edits the text, it is a typed address and no longer the chosen point.
  useEffect(() => {
    const field = fieldOf(root.current);
    const compare = () => setChosen((point) => (point && holds(field, point) ? point : null));
    compare();
    field.addEventListener("input", compare);
    return () => field.removeEventListener("input", compare);
  }, []);

  // The order form reads this postal code: until a point is chosen, the delivery fee is that of the nearest point's zone.
  const nearest = answer?.points[0]?.postalCode ?? "";
  const nearestField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (nearest) nearestField.current!.dispatchEvent(new Event("input", { bubbles: true }));
  }, [nearest]);

  async function search() {
    const country = root.current!.form!.elements.namedItem("country");
    const query = new URLSearchParams({ ou: place.trim() });
    if (country instanceof HTMLSelectElement) query.set("pays", country.value);
    setIsBusy(true);
    setAnswer(await fetchPoints(query));
    setIsBusy(false);
  }

  function choose(point: RelayPoint) {
    const field = fieldOf(root.current);
    field.value = relayText(point);
    // Makes the form validate and store the text as if it were typed.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    setChosen(point);
  }

  return (
    <fieldset ref={root} className="relays" disabled={!isChosen}>
      <legend className="legend">Choisir un point de relais</legend>
      <div className="relays__search">
        <Field
          id="relais-ou"
          name=""
          label="Code postal ou adresse"
          value={place}
          onChange={({ target }) => setPlace(target.value)}
          onKeyDown={(event) => searchOnEnter(event, search)}
          autoComplete="postal-code"
          maxLength={200}
          enterKeyHint="search"
        />
        <Button
          type="button"
          variant="secondary"
          size="s"
          busy={isBusy}
          onClick={() => void search()}
        >
          {isBusy ? "Recherche…" : "Chercher"}
        </Button>
      </div>
      <input type="hidden" name="nearestRelay" value={nearest} ref={nearestField} />
      <p role="status" className="hint">
        {isBusy ? "" : statusOf(answer)}
      </p>
      {points.length > 0 && (
        <ul className="choice relays__list">
          {points.map((point) => (
            <li key={point.id}>
              <label>
                <input
                  type="radio"
                  name="relay"
                  value={JSON.stringify(point)}
                  checked={chosen?.id === point.id}
                  onChange={() => choose(point)}
                />
                <b>{`${point.name}${typeof point.distance === "number" ? `, à ${frenchDistance(point.distance)}` : ""}`}</b>
                <small>{`${point.street}, ${point.postalCode} ${point.city} (${relayCarrier(point.carrier)})`}</small>
              </label>
              <RelayHours point={point} />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** The textarea of the address in the picker's form. */
const fieldOf = (root: HTMLElement | null): HTMLTextAreaElement =>
  root!.parentElement!.querySelector("textarea")!;

const holds = (field: HTMLTextAreaElement, point: RelayPoint) => field.value === relayText(point);

/** « 350 m », « 1,2 km ». */
function frenchDistance(metres: number): string {
  if (metres < 1_000) return `${metres} m`;
  return `${(metres / 1_000).toLocaleString("fr", { maximumFractionDigits: 1 })} km`;
}

function statusOf(answer: RelaySearch | null): string {
  if (!answer) return "";
  if (answer.message) return answer.message;
  return answer.points.length === 1
    ? "1 point de relais trouvé."
    : `${answer.points.length} points de relais trouvés, le plus proche d’abord.`;
}

/** Makes Enter search instead of submitting the order form. */
function searchOnEnter(event: KeyboardEvent, search: () => Promise<void>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  void search();
}

async function fetchPoints(query: URLSearchParams): Promise<RelaySearch> {
  try {
    const response = await fetch(`/panier/relais?${query}`);
    return response.ok ? ((await response.json()) as RelaySearch) : NO_ANSWER;
  } catch {
    return NO_ANSWER;
  }
}

/** Parses the point of the draft or the last order; null without one, or if another version of the page has stored another format. */
function draftPoint(draft: string | undefined): FoundRelay | null {
  try {
    const point = JSON.parse(draft ?? "null") as FoundRelay | null;
    return point && point.hours.length === 7 ? point : null;
  } catch {
    return null;
  }
}
