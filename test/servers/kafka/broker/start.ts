/** Starts a broker for manual use: `node --import tsx test/servers/kafka/broker/start.ts`. Ctrl-C ends it. */
import { startBroker } from './broker.ts';
import { installKafka } from './install.ts';
import { USER } from './properties.ts';

const broker = await startBroker(installKafka());
const { ports } = broker;
console.log(`${broker.name}, its log in ${broker.folder}/server.log
plain          127.0.0.1:${ports.plain}
SASL           127.0.0.1:${ports.sasl}     PLAIN, SCRAM-SHA-256, SCRAM-SHA-512; ${USER.username} / ${USER.password}
TLS            127.0.0.1:${ports.tls}     --kafka-ca ${broker.ca}
SASL over TLS  127.0.0.1:${ports.saslTls}
via a proxy    127.0.0.1:${ports.proxied}     advertised as 127.0.0.1:${ports.advertised}, where nothing listens yet
`);
const held = setInterval(() => {}, 1 << 30);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(held);
    void broker.remove();
  });
}
