import { CARRIERS } from "#app/delivery/carriers.ts";
import { ChoiceGroup } from "#app/ui/choice-group.tsx";

type CarrierChoiceProps = {
  value: string | undefined;
  error?: string | undefined;
  /** Defaults to « transporteur ». */
  name?: string;
};

/** The carrier of a parcel; without a value, Colissimo. */
export function CarrierChoice({ value, error, name = "transporteur" }: CarrierChoiceProps) {
  return (
    <ChoiceGroup
      legend="Transporteur"
      name={name}
      options={CARRIERS.map((carrier) => ({
        value: carrier,
        label: carrier,
        ...(carrier === "Autre" && { hint: "Sans lien de suivi" }),
      }))}
      defaultValue={CARRIERS.find((carrier) => carrier === value) ?? CARRIERS[0]}
      error={error}
    />
  );
}
