import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import type { GroupName } from "#app/settings-values.ts";
import type { SettingsGroup } from "#app/settings/settings-group.ts";

/** A group of settings by its name. */
export const groupNamed = (name: GroupName): SettingsGroup =>
  (SETTINGS_GROUPS as readonly SettingsGroup[]).find((group) => group.name === name)!;
