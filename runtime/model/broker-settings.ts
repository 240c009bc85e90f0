/** Compression of Kafka record batches. */
export type Compression = 'none' | 'gzip' | 'snappy' | 'zstd';

/** How to connect to a Kafka cluster. Plain data, so that it can be sent to threads. */
export interface KafkaSettings {
  kind: 'kafka';
  /** `host:port` of one or more brokers of the cluster. */
  brokers: readonly string[];
  /** TLS with an optional certificate authority (PEM); null for plain connections. */
  ssl: { ca?: string } | null;
  sasl: { mechanism: string; username: string; password: string } | null;
  compression: Compression;
  /** Whether to create missing topics with the broker's default partitions and replication. */
  createTopics: boolean;
}

/** The broker that the runs of a data folder publish to. */
export type BrokerSettings = { kind: 'embedded' } | KafkaSettings;
