import { Form, useNavigation } from "react-router";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field } from "#app/ui/field.tsx";
import { AUTHORITIES, AUTHORITY_NAMES, type Authority, type Told } from "./notified-schema.ts";
import { toldText } from "./notified-text.ts";
import type { Recall } from "./recall-orders.server.ts";

/** The refused form of an authority, with what was typed. */
export type RefusedNotification = {
  authority: string | undefined;
  values: Record<string, string>;
  errors: Record<string, string>;
};

type NotifiedPanelProps = {
  recall: Recall;
  /** « 2026-11-29 » */
  today: string;
  refused: RefusedNotification | null;
};

/** When each authority was told of a recall; with forms while the recall is open. */
export function NotifiedPanel({ recall, today, refused }: NotifiedPanelProps) {
  return (
    <Panel id="autorites" title="Les autorités à prévenir" body="told">
      {AUTHORITY_NAMES.map((authority) => {
        const { name, why, href } = AUTHORITIES[authority];
        const told = recall.notified[authority];
        return (
          <section key={authority} aria-labelledby={authority}>
            <h3 className="strong" id={authority}>
              <a className="link" href={href} rel="noopener external">
                {name}
              </a>
            </h3>
            <p className="hint">{why}</p>
            <p>{toldText(told) ?? "Pas encore noté"}</p>
            {!recall.closedAt && (
              <ToldForm
                // Remount when another administrator stores a note, so that the fields show it.
                key={toldText(told)}
                authority={authority}
                told={told}
                today={today}
                refused={refused?.authority === authority ? refused : null}
              />
            )}
          </section>
        );
      })}
    </Panel>
  );
}

type ToldFormProps = Omit<NotifiedPanelProps, "recall"> & {
  authority: Authority;
  told: Told | undefined;
};

function ToldForm({ authority, told, today, refused }: ToldFormProps) {
  const isBusy = useNavigation().formData?.get("authority") === authority;
  const ids = { day: `${authority}-day`, reason: `${authority}-reason` };
  const noted = told && ("on" in told ? { day: told.on } : told);
  const values: { day?: string; reason?: string } = refused?.values ?? noted ?? {};
  return (
    <Form className="form" method="post" preventScrollReset noValidate>
      <ErrorSummary errors={refused?.errors} ids={ids} />
      <input type="hidden" name="authority" value={authority} />
      <div className="row2">
        <Field
          label="Déclaré le"
          name="day"
          id={ids.day}
          type="date"
          max={today}
          defaultValue={values["day"]}
          error={refused?.errors["day"]}
        />
        <Field
          label="Ou sans objet, parce que"
          name="reason"
          id={ids.reason}
          maxLength={500}
          defaultValue={values["reason"]}
          error={refused?.errors["reason"]}
        />
      </div>
      <div>
        <Button name="intent" value="notify" size="s" variant="secondary" busy={isBusy}>
          {told ? "Corriger" : "Noter"}
        </Button>
      </div>
    </Form>
  );
}
