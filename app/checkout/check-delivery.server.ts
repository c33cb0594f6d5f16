import { claimsIn, findingText } from "#app/catalogue/watch/watch.ts";
import { stepReadings } from "#app/settings/delivery-schema.ts";
import type { SettingsCheck } from "#app/settings/save-settings.server.ts";

/** Refuses fees with two readings, and a method's reason for less impact that is a claim to check (directive 2024/825). */
export const checkDelivery: SettingsCheck<"delivery"> = (_tx, { list }) =>
  Promise.resolve(
    Object.fromEntries(
      list.flatMap(({ steps, lessImpact }, index) => {
        const readings = stepReadings(steps);
        const [claim] = claimsIn(lessImpact);
        return [
          ...(readings ? [[`list.${index}.steps`, readings]] : []),
          ...(claim
            ? [[`list.${index}.lessImpact`, `${findingText(claim)}. ${claim.rule.reason}`]]
            : []),
        ] as [string, string][];
      }),
    ),
  );
