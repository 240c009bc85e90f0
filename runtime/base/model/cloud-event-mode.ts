/**
 * Where messages have the attributes of CloudEvents 1.0. `binary`: in their headers. `structured`: in the value, which is an
 * event in the JSON format with the record as `data`.
 */
export type CloudEventMode = 'binary' | 'structured';

/** All values of CloudEventMode. The first one is the default. */
export const CLOUD_EVENT_MODES: readonly CloudEventMode[] = ['binary', 'structured'];
