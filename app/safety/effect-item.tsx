import { Form, useNavigation } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { Moment } from "#app/ui/areas/moment.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { frenchDay, parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { ListedEffect } from "./effects.server.ts";
import { SERIOUSNESS } from "./seriousness-schema.ts";

type EffectItemProps = {
  effect: ListedEffect;
  /** « 2026-11-25 » */
  today: string;
  /** The action's answer that refused the day of the declaration; null if it did not. */
  refused: { text: string } | null;
};

/** A report of an undesirable effect, and what is left to do. Its texts are untrusted, and rendered as plain text. */
export function EffectItem({ effect, today, refused }: EffectItemProps) {
  const { productName, lot, description, occurredOn, seriousness, declaredOn } = effect;
  const who = [effect.name, effect.phone].filter(Boolean).join(", ");
  return (
    <article className="panel report">
      <div className="panel__head">
        <h2>{displayName(productName)}</h2>
        <State effect={effect} />
      </div>
      <div className="panel__body form">
        <dl className="report__facts">
          <dt>Conséquence</dt>
          <dd>{`${SERIOUSNESS[seriousness]}${seriousness !== "none" ? " (effet grave)" : ""}`}</dd>
          <dt>Récit</dt>
          <dd className="report__text">{description}</dd>
          {lot && (
            <>
              <dt>Lot</dt>
              <dd>{lot}</dd>
            </>
          )}
          {occurredOn && (
            <>
              <dt>Survenu le</dt>
              <dd>{frenchLongDay(occurredOn)}</dd>
            </>
          )}
          <dt>Signalé par</dt>
          <dd>
            <span>{who || (!effect.email && "Anonyme")}</span>
            {effect.email && (
              <>
                <span>{who && ", "}</span>
                <a href={mailtoHref(effect.email)}>{effect.email}</a>
              </>
            )}
            <span>, le </span>
            <Moment at={effect.createdAt} />
          </dd>
          {declaredOn && (
            <>
              <dt>Déclaré à l’Anses</dt>
              <dd>{frenchLongDay(declaredOn)}</dd>
            </>
          )}
        </dl>
        {!effect.closedAt && <Acts effect={effect} today={today} refused={refused} />}
      </div>
    </article>
  );
}

function State({ effect }: Pick<EffectItemProps, "effect">) {
  const { closedAt, declaredOn, daysLeft, seriousness } = effect;
  if (closedAt)
    return (
      <span className="report__tags">
        {seriousness !== "none" && !declaredOn && <Tag tone="error" label="Non déclaré" />}
        <Tag tone="outline" label={`Clos le ${frenchDay(closedAt)}`} />
      </span>
    );
  if (declaredOn) return <Tag tone="success" label="Déclaré" />;
  if (daysLeft === null) return <Tag tone="warning" label="Nouveau" />;
  return (
    <Tag
      tone="error"
      icon="clock"
      label={
        daysLeft < 0
          ? `À déclarer depuis ${plural(-daysLeft, "jour")}`
          : daysLeft === 0
            ? "À déclarer aujourd’hui"
            : `À déclarer sous ${plural(daysLeft, "jour")}`
      }
    />
  );
}

function Acts({ effect: { id, declaredOn, createdAt }, today, refused }: EffectItemProps) {
  const isBusy = useNavigation().formData?.get("id") === id;
  const dayId = `jour-${id}`;
  useAnswer(refused, () => document.getElementById(dayId)?.focus());
  return (
    <Form className="form" method="post" preventScrollReset noValidate>
      <input type="hidden" name="id" value={id} />
      <Field
        // Remount when another administrator stores a day, so that the field shows it.
        key={declaredOn}
        label="Déclaré à l’Anses le"
        id={dayId}
        name="day"
        type="date"
        min={parisDay(createdAt)}
        max={today}
        defaultValue={declaredOn ?? today}
        error={refused?.text}
      />
      <div className="report__acts">
        <Button name="intent" value="declare" size="s" busy={isBusy}>
          {declaredOn ? "Corriger la date" : "Noter la déclaration"}
        </Button>
        <Button name="intent" value="close" variant="secondary" size="s" busy={isBusy}>
          Clore
        </Button>
      </div>
    </Form>
  );
}
