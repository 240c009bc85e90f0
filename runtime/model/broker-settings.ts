/** How records are compressed. */
export type Compression = 'none' | 'gzip' | 'snappy' | 'zstd';

/** A Kafka cluster, and how to speak to it: plain data, handed to threads. */
export interface KafkaSettings {
  kind: 'kafka';
  /** `host:port` of some of its brokers. */
  brokers: readonly string[];
  /** TLS; `ca`: the certificate authority, PEM. Null: no TLS. */
  ssl: { ca?: string } | null;
  sasl: { mechanism: string; username: string; password: string } | null;
  compression: Compression;
  /** Whether topics that are missing are created, with the broker's defaults. */
  createTopics: boolean;
}

/** Where the runs of a data folder publish. */
export type BrokerSettings = { kind: 'embedded' } | KafkaSettings;
