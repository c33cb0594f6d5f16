import { Field, type FieldOf } from "#app/ui/field.tsx";

type CompanyFieldsProps = {
  field: FieldOf;
  names: { company: string; siren: string; vatNumber: string };
  isCompany: boolean;
  onCompany: (isCompany: boolean) => void;
};

/** The company that an invoice is for. Once it is typed, its numbers are asked for; hidden, they keep what was typed. */
export function CompanyFields({ field, names, isCompany, onCompany }: CompanyFieldsProps) {
  return (
    <>
      <Field
        label="Société"
        {...field(names.company)}
        optional
        autoComplete="billing organization"
        maxLength={200}
        onInput={({ currentTarget }) => onCompany(currentTarget.value.trim() !== "")}
      />
      <div hidden={!isCompany}>
        <div className="row2">
          <Field
            label="SIREN"
            {...field(names.siren)}
            optional
            autoComplete="off"
            inputMode="numeric"
            maxLength={40}
            hint="Neuf chiffres, pour une société française"
          />
          <Field
            label="N° de TVA"
            {...field(names.vatNumber)}
            optional
            autoComplete="off"
            maxLength={40}
            hint="Avec le code du pays&nbsp;: FR, BE…"
          />
        </div>
        <p className="hint">La loi demande ces numéros sur la facture d’une société.</p>
      </div>
    </>
  );
}
