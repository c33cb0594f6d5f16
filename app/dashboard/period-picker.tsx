import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { CHOICES, dashboardHref, type Period } from "./period.ts";

const PANEL = "periode-choisie";

type PeriodPickerProps = {
  period: Period;
  isTable: boolean;
  /** The last selectable date, « 2026-11-20 ». */
  today: string;
};

/** The selection of the dashboard's period: links to predefined periods, and a form for two dates. */
export function PeriodPicker({ period, isTable, today }: PeriodPickerProps) {
  return (
    <>
      <nav className="seg" aria-label="Période">
        {CHOICES.map(({ choice, label }) => (
          <Link
            key={choice}
            to={dashboardHref({ ...period, choice }, { isTable })}
            aria-current={choice === period.choice ? "true" : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
        <button
          className="period-button"
          type="button"
          popoverTarget={PANEL}
          aria-current={period.choice === "choisie" ? "true" : undefined}
        >
          Choisir…
        </button>
      </nav>
      {/* The key makes React mount a new panel for each period: closed, with the period's dates as default values. */}
      <div className="period" id={PANEL} popover="auto" key={`${period.from} ${period.until}`}>
        <Form action="/admin/tableau-de-bord" preventScrollReset>
          <DayField label="Du" name="du" day={period.from} today={today} />
          <DayField label="Au" name="au" day={period.until} today={today} />
          {isTable && <input type="hidden" name="vue" value="tableau" />}
          <Button size="s">Afficher</Button>
        </Form>
      </div>
    </>
  );
}

type DayFieldProps = { label: string; name: string; day: string; today: string };

function DayField({ label, name, day, today }: DayFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`periode-${name}`}>{label}</label>
      <input
        className="in"
        id={`periode-${name}`}
        type="date"
        name={name}
        defaultValue={day}
        max={today}
        required
      />
    </div>
  );
}
