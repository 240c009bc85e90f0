import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NoSuchObject, type ObjectAddress } from '../../pieces/store/piece-bucket.ts';
import { openObjectFile, openPieceFile, type PieceFile } from '../../pieces/store/object-file.ts';
import { openFileTexts, openObjectTexts, type TextStore } from '../../pieces/store/text-store.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import { isBucketAddress, readAccessKey, readBucketAddress } from '../../state/settings/bucket-address.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { visible } from '../format/terminal.ts';

/** The parameters of an address of an object have the names of the AWS command line in the environment. */
const VARIABLES = {
  region: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
  endpoint: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
};

/**
 * Reads the address of an object, `s3://bucket/key?region=R`, whose access key is in the environment. `flag` names the
 * operand for messages. Throws UsageError and SettingError.
 */
export function readObjectAddress(written: string, flag: string): ObjectAddress {
  const [region, endpoint] = [findVariable(VARIABLES.region), findVariable(VARIABLES.endpoint)];
  const address = readBucketAddress(written, { flag, region, endpoint });
  const access = readAccessKey(process.env);
  if (access === null)
    throw new UsageError(`${flag} requires an access key`, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { ...address, access };
}

function findVariable(names: readonly string[]): string | undefined {
  return names.map((name) => process.env[name]).find(Boolean);
}

/** Reads the address of an object that must have a key. Throws like readObjectAddress(). */
function readKey(written: string, flag: string): ObjectAddress {
  const address = readObjectAddress(written, flag);
  if (address.prefix !== '') return address;
  throw new UsageError(`${flag} names a bucket, and no object in it`, 'write s3://bucket/key');
}

/** Calls `work` with the plan at a path or an address. Throws UsageError and SettingError for a wrong address. */
export async function withPlanStore<T>(
  written: string,
  flag: string,
  work: (store: TextStore) => Promise<T>,
): Promise<T> {
  const store = isBucketAddress(written) ? await openObjectTexts(readKey(written, flag)) : openFileTexts(written);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/**
 * Calls `work` with the file at a path or an address. What is read of an object is copied into the data folder. Throws UsageError
 * if there is no such file, and SystemFailure if it cannot be read.
 */
export async function withPieceFile<T>(
  written: string,
  { flag, data }: { flag: string; data: string },
  work: (file: PieceFile) => Promise<T>,
): Promise<T> {
  const address = isBucketAddress(written) ? readKey(written, flag) : null;
  const opening = address === null ? openPieceFile(written) : openObjectFile(address, join(data, 'pieces'));
  const file = await opening.catch((error: unknown) => failToUse(error, written));
  try {
    return await work(file);
  } catch (error) {
    const failure = file.findFailure();
    if (failure !== null) failToUse(failure, written);
    throw error;
  } finally {
    await file.close();
  }
}

/** Throws UsageError if the error says that there is no such file or object, otherwise SystemFailure. */
export function failToUse(error: unknown, written: string): never {
  if (!isOfPlace(error)) throw error;
  const message = `cannot use ${visible(withoutParameters(written))}: ${reasonOf(error)}`;
  const isMissing = error instanceof NoSuchObject || ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
  throw isMissing ? new UsageError(message) : new SystemFailure(message);
}

/** Returns whether a place is the reason for an error, and not the program. */
export function isOfPlace(error: unknown): boolean {
  const known = error instanceof ConnectorFailure || error instanceof DiskFull || error instanceof NoSuchObject;
  return known || systemCode(error) !== undefined;
}

/** Returns the address of an object without its parameters, for messages; a path as it is. */
export function withoutParameters(written: string): string {
  return isBucketAddress(written) ? written.replace(/[?#].*$/s, '') : written;
}

/** Returns the path or the address with a suffix after the name, before any parameters. */
export function withSuffix(written: string, suffix: string): string {
  const name = withoutParameters(written);
  return name + suffix + written.slice(name.length);
}

/** Returns a path beside that of a plan for a copy of a file. The copy of a plan that is an object is in the data folder. */
export function copyPathOf(written: string, suffix: string, data: string): string {
  const name = randomUUID();
  return isBucketAddress(written) ? join(data, 'pieces', name) : `${written}${suffix}-${name}`;
}
