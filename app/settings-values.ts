import type { SETTINGS_GROUPS } from "./all-settings/all-groups.server.ts";
import type { ValueOf } from "./settings/settings-group.ts";

type Group = (typeof SETTINGS_GROUPS)[number];

/** The values of all groups of settings, by name. */
export type Settings = { [One in Group as One["name"]]: ValueOf<One> };
export type GroupName = Group["name"];
/** Fields that environment variables set: they win over the stored ones. */
export type FixedSettings = { [Name in GroupName]?: Partial<Settings[Name]> };
