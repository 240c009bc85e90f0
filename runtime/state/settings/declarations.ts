import { accessSettings } from './declarations/access.ts';
import { alertSettings } from './declarations/alerts.ts';
import { brokerSettings } from './declarations/broker.ts';
import { connectionSettings } from './declarations/connections.ts';
import { limitSettings } from './declarations/limits.ts';
import { observationSettings } from './declarations/observation.ts';
import { retentionSettings } from './declarations/retention.ts';
import { schemaSettings } from './declarations/schemas.ts';
import { serviceSettings } from './declarations/service.ts';
import { sourceSettings } from './declarations/sources.ts';

/** All settings of the program, by name. A file in `declarations/` has those of one topic. */
export const settings = {
  ...serviceSettings,
  ...brokerSettings,
  ...schemaSettings,
  ...connectionSettings,
  ...limitSettings,
  ...retentionSettings,
  ...alertSettings,
  ...sourceSettings,
  ...observationSettings,
  ...accessSettings,
};

/** The name of a setting. */
export type SettingName = keyof typeof settings;
/** The parsed values of all settings, by name. */
export type Settings = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> };
