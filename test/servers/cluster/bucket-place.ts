/** Received files of several instances in a bucket of a real S3 server, which a proxy can cut off. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { requireServer } from '../connectors/install/require-server.ts';
import { type S3Server, startS3 } from '../connectors/servers/s3-server.ts';
import { type ClusterPlace, type Instance, testCluster } from './cluster-place.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** A cluster with a bucket. */
export interface BucketPlace extends Omit<ClusterPlace, 'start'> {
  readonly s3: S3Server;
  /** The network between the instances and the S3 server. */
  readonly bucketProxy: Proxy;
  /** The value of --files, with another prefix in each test. */
  readonly files: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts an instance with received files in the bucket. */
  start(flags?: readonly string[]): Promise<Instance>;
  /** Starts an instance with other settings. */
  startOther: ClusterPlace['start'];
  /** Returns the names of the received files in the bucket. */
  objects(): string[];
  /** Returns the paths of all files of uploads in parts that are not complete. */
  parts(): string[];
  /** Makes everything in the bucket two days old. */
  makeOld(): void;
}

/** Declares tests of a cluster with a bucket. They are skipped where a server is not installed. */
export async function testBucketCluster(
  title: string,
  declare: (test: (name: string, check: (place: BucketPlace) => Promise<void>) => void) => void,
): Promise<void> {
  if (!requireServer('versitygw', title)) return;
  let prefixes = 0;
  await testCluster(title, (test) =>
    declare((name, check) =>
      test(name, async (place) => {
        const s3 = await startS3();
        const bucketProxy = await startProxy(s3.port);
        const prefix = `in/place-${prefixes++}`;
        const files = `s3://${s3.bucket}/${prefix}?region=${s3.region}&endpoint=http://127.0.0.1:${bucketProxy.port}`;
        const env = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
        try {
          await check({
            ...place,
            s3,
            bucketProxy,
            files,
            env,
            start: (flags = []) => place.start(['--files', files, ...flags], undefined, env),
            startOther: place.start,
            objects: () => namesIn(join(s3.folder, prefix, 'spool')),
            parts: () => filesBelow(join(s3.folder, '.sgwtmp', 'multipart')),
            makeOld: () => execFileSync('find', [s3.folder, '-exec', 'touch', '-d', '2 days ago', '{}', '+']),
          });
        } finally {
          await bucketProxy.close();
          await s3.close();
        }
      }),
    ),
  );
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function filesBelow(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
