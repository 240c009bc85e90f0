/** The ports of a broker on 127.0.0.1, one for each listener. */
export interface Ports {
  plain: number;
  /** Clients are redirected to `advertised`, where a proxy listens. */
  proxied: number;
  advertised: number;
  sasl: number;
  tls: number;
  saslTls: number;
  controller: number;
}

/** The user of listeners with SASL. */
export const USER = { username: 'mill', password: 'secret-of-the-mill' };

const HOST = '127.0.0.1';

/** Returns the settings of a single node that is both broker and controller. */
export function serverProperties(ports: Ports, { data, keyStore }: { data: string; keyStore: string }): string {
  const listeners = {
    PLAIN: ports.plain,
    PROXIED: ports.proxied,
    SASL: ports.sasl,
    TLS: ports.tls,
    SASLTLS: ports.saslTls,
  };
  const plainLogin = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${USER.username}="${USER.password}";`;
  const scramLogin = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
  return toProperties({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${HOST}:${ports.controller}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAIN',
    'listener.security.protocol.map':
      'PLAIN:PLAINTEXT,PROXIED:PLAINTEXT,SASL:SASL_PLAINTEXT,TLS:SSL,SASLTLS:SASL_SSL,CONTROLLER:PLAINTEXT',
    listeners: joinListeners({ ...listeners, CONTROLLER: ports.controller }),
    'advertised.listeners': joinListeners({ ...listeners, PROXIED: ports.advertised }),
    ...Object.fromEntries(
      ['sasl', 'sasltls'].flatMap((listener) => [
        [`listener.name.${listener}.sasl.enabled.mechanisms`, 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512'],
        [`listener.name.${listener}.plain.sasl.jaas.config`, plainLogin],
        [`listener.name.${listener}.scram-sha-256.sasl.jaas.config`, scramLogin],
        [`listener.name.${listener}.scram-sha-512.sasl.jaas.config`, scramLogin],
      ]),
    ),
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    'log.dirs': data,
    'num.partitions': 3,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // A killed broker may rejoin once its previous session has expired.
    'broker.session.timeout.ms': 2000,
    'broker.heartbeat.interval.ms': 250,
    'group.initial.rebalance.delay.ms': 0,
  });
}

/** Returns the settings of one of several nodes. Each is both broker and controller. `ports` has those of all nodes. */
export function clusterProperties(
  id: number,
  ports: readonly { plain: number; controller: number }[],
  data: string,
): string {
  const own = ports[id - 1];
  if (own === undefined) throw new Error(`there is no node ${id}`);
  const listeners = { PLAIN: own.plain };
  return toProperties({
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': ports.map(({ controller }, index) => `${index + 1}@${HOST}:${controller}`).join(),
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAIN',
    'listener.security.protocol.map': 'PLAIN:PLAINTEXT,CONTROLLER:PLAINTEXT',
    listeners: joinListeners({ ...listeners, CONTROLLER: own.controller }),
    'advertised.listeners': joinListeners(listeners),
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'min.insync.replicas': 2,
    'offsets.topic.replication.factor': 3,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 3,
    'transaction.state.log.min.isr': 2,
    'transaction.state.log.num.partitions': 4,
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 500,
    'group.initial.rebalance.delay.ms': 0,
  });
}

function joinListeners(listeners: Readonly<Record<string, number>>): string {
  return Object.entries(listeners)
    .map(([name, port]) => `${name}://${HOST}:${port}`)
    .join(',');
}

function toProperties(settings: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
