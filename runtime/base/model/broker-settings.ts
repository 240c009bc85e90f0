/** Compression of Kafka record batches. */
export type Compression = 'none' | 'gzip' | 'snappy' | 'zstd';

/** The settings for a connection to a Kafka cluster. They are plain data, which can be sent to other threads. */
export interface KafkaSettings {
  kind: 'kafka';
  /** `host:port` of one or more brokers of the cluster. */
  brokers: readonly string[];
  /**
   * Null for connections without TLS. `ca` is the certificate authority as PEM text; absent to use those that Node.js
   * trusts.
   */
  ssl: { ca?: string } | null;
  /** Null for connections without authentication. */
  sasl: { mechanism: string; username: string; password: string } | null;
  compression: Compression;
  /** Whether to create missing topics. New topics have the broker's default partitions and replication. */
  createTopics: boolean;
}

/** The broker to which the runs of a data folder publish. */
export type BrokerSettings = { kind: 'embedded' } | KafkaSettings;
