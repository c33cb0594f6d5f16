import { Field, FieldError, TextArea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

const STARS = [1, 2, 3, 4, 5];

type CommentFieldsProps = {
  /** Prefix of the controls' ids, because a page may have several such forms. */
  id: string;
  values: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
  /** The sentence shown to a buyer of the product in place of the field for the date of experience; null: show the field. */
  experience: string | null | undefined;
};

/**
 * Stars, text and date of experience of a comment. The radio buttons are ordered from one to five stars, so that the right arrow key
 * chooses more stars.
 */
export function CommentFields({ id, values, errors, experience }: CommentFieldsProps) {
  const error = errors?.["rate"];
  return (
    <>
      <fieldset aria-describedby={error ? `${id}rate-error` : `${id}rate-hint`}>
        <legend className="lbl">Votre note</legend>
        <div className="rate">
          {STARS.map((stars) => (
            <RateChoice
              key={stars}
              id={`${id}rate-${stars}`}
              stars={stars}
              isChosen={values?.["rate"] === String(stars)}
            />
          ))}
        </div>
        <p className="hint" id={`${id}rate-hint`}>
          Sans étoile choisie, la note est de 0 sur 5.
        </p>
        {error && <FieldError id={`${id}rate-error`}>{error}</FieldError>}
      </fieldset>
      <TextArea
        label="Votre commentaire"
        id={`${id}text`}
        name="text"
        maxLength={4000}
        defaultValue={values?.["text"]}
        error={errors?.["text"]}
      />
      {experience ? (
        <p className="hint">{experience}</p>
      ) : (
        <Field
          label="Essayé le"
          id={`${id}experiencedOn`}
          name="experiencedOn"
          type="date"
          optional
          defaultValue={values?.["experiencedOn"]}
          error={errors?.["experiencedOn"]}
        />
      )}
    </>
  );
}

function RateChoice({ id, stars, isChosen }: { id: string; stars: number; isChosen: boolean }) {
  return (
    <>
      <input type="radio" name="rate" id={id} value={stars} defaultChecked={isChosen} />
      <label htmlFor={id}>
        <Icon name="star" />
        <span className="sr">{`${stars} sur 5`}</span>
      </label>
    </>
  );
}
