import { parseColumns, parseDuration, parsePositive, parseSize } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The limits of files, runs and specs. */
export const limitSettings = {
  maxFileBytes: defineSetting({
    flag: 'max-file-bytes',
    env: 'SPECMILL_MAX_FILE_BYTES',
    takes: 'SIZE',
    fallback: '10GiB',
    help: 'size limit of a file sent to the service, and of the content of a compressed file',
    parse: parseSize,
  }),
  maxRecordBytes: defineSetting({
    flag: 'max-record-bytes',
    env: 'SPECMILL_MAX_RECORD_BYTES',
    takes: 'SIZE',
    fallback: '16MiB',
    help: "upper limit for every spec's maxRecordBytes",
    parse: parseSize,
  }),
  maxColumns: defineSetting({
    flag: 'max-columns',
    env: 'SPECMILL_MAX_COLUMNS',
    takes: 'N',
    fallback: '16384',
    help: 'maximum number of columns of a CSV file',
    parse: parseColumns,
  }),
  maxOutputBytes: defineSetting({
    flag: 'max-output-bytes',
    env: 'SPECMILL_MAX_OUTPUT_BYTES',
    takes: 'SIZE',
    fallback: '100GiB',
    help: 'size limit of the messages of a run',
    parse: parseSize,
  }),
  maxOutputRatio: defineSetting({
    flag: 'max-output-ratio',
    env: 'SPECMILL_MAX_OUTPUT_RATIO',
    takes: 'N',
    fallback: '100',
    help: 'the messages of a run may be N times as large as its file, once they exceed 1 GiB',
    parse: parsePositive,
  }),
  maxProcessorTime: defineSetting({
    flag: 'max-processor-time',
    env: 'SPECMILL_MAX_PROCESSOR_TIME',
    takes: 'TIME',
    fallback: '2h',
    help: 'limit of the processor time for reading a file',
    parse: parseDuration,
  }),
  maxSpecsBytes: defineSetting({
    flag: 'max-specs-bytes',
    env: 'SPECMILL_MAX_SPECS_BYTES',
    takes: 'SIZE',
    fallback: '64MiB',
    help: 'size limit of the specs of the API, with their earlier versions',
    parse: parseSize,
  }),
  maxQueuedRuns: defineSetting({
    flag: 'max-queued-runs',
    env: 'SPECMILL_MAX_QUEUED_RUNS',
    takes: 'N',
    fallback: '1000',
    help: 'maximum number of runs that wait for a thread',
    parse: parsePositive,
  }),
  maxQueuedRunsPerCaller: defineSetting({
    flag: 'max-queued-runs-per-caller',
    env: 'SPECMILL_MAX_QUEUED_RUNS_PER_CALLER',
    takes: 'N',
    fallback: '100',
    help: 'maximum number of runs of one caller that wait for a thread',
    parse: parsePositive,
  }),
};
