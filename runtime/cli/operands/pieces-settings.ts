import type { BrokerSettingName } from '../../state/settings/broker.ts';

/** The settings of `specmill pieces`. */
export type PiecesSettingName =
  | 'specs'
  | 'data'
  | 'threads'
  | BrokerSettingName
  | 'valueFormat'
  | 'cloudevents'
  | 'maxFileBytes'
  | 'maxRecordBytes'
  | 'maxColumns'
  | 'maxOutputBytes'
  | 'maxOutputRatio'
  | 'maxProcessorTime';
