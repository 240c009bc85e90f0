import type { BrokerSettingName } from '../../state/settings/broker.ts';
import type { SchemaSettingName } from '../../state/settings/schemas.ts';

/** The settings of `specmill pieces`. */
export type PiecesSettingName =
  | 'specs'
  | 'data'
  | 'threads'
  | BrokerSettingName
  | SchemaSettingName
  | 'cloudevents'
  | 'maxFileBytes'
  | 'maxRecordBytes'
  | 'maxColumns'
  | 'maxOutputBytes'
  | 'maxOutputRatio'
  | 'maxProcessorTime';
