import { parseRate, parseText } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** Who may call the service, over which connections, and what is recorded of it. */
export const accessSettings = {
  jwtIssuer: defineSetting<string | null>({
    flag: 'jwt-issuer',
    env: 'SPECMILL_JWT_ISSUER',
    takes: 'URL',
    fallback: null,
    help: 'accept tokens (JWT) of this issuer',
    parse: parseText,
  }),
  jwtAudience: defineSetting<string | null>({
    flag: 'jwt-audience',
    env: 'SPECMILL_JWT_AUDIENCE',
    takes: 'AUD',
    fallback: null,
    help: 'the audience that a token must name',
    parse: parseText,
  }),
  jwtJwks: defineSetting<string | null>({
    flag: 'jwt-jwks',
    env: 'SPECMILL_JWT_JWKS',
    takes: 'URL|FILE',
    fallback: null,
    help: 'the public keys of the issuer (JWKS). Without it, the discovery document of the issuer names them',
    parse: parseText,
  }),
  jwtScopeClaim: defineSetting({
    flag: 'jwt-scope-claim',
    env: 'SPECMILL_JWT_SCOPE_CLAIM',
    takes: 'NAME',
    fallback: 'scope',
    help: 'the claim of a token that contains the scopes',
    parse: parseText,
  }),
  jwtTopicsClaim: defineSetting({
    flag: 'jwt-topics-claim',
    env: 'SPECMILL_JWT_TOPICS_CLAIM',
    takes: 'NAME',
    fallback: 'topics',
    help: 'the claim of a token with patterns of the topics that it may use. Without the claim: all',
    parse: parseText,
  }),
  jwtSpecsClaim: defineSetting({
    flag: 'jwt-specs-claim',
    env: 'SPECMILL_JWT_SPECS_CLAIM',
    takes: 'NAME',
    fallback: 'specs',
    help: 'the claim of a token with patterns of the specs that it may use. Without the claim: all',
    parse: parseText,
  }),
  jwtIntegrationsClaim: defineSetting({
    flag: 'jwt-integrations-claim',
    env: 'SPECMILL_JWT_INTEGRATIONS_CLAIM',
    takes: 'NAME',
    fallback: 'integrations',
    help: 'the claim of a token with patterns of the integrations that it may use. Without the claim: none, unless it has the scope connect',
    parse: parseText,
  }),
  tlsCert: defineSetting<string | null>({
    flag: 'tls-cert',
    env: 'SPECMILL_TLS_CERT',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the certificate of the service and its chain: listen with TLS. Loaded again when it changes',
    parse: parseText,
  }),
  tlsKey: defineSetting<string | null>({
    flag: 'tls-key',
    env: 'SPECMILL_TLS_KEY',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the private key of the certificate',
    parse: parseText,
  }),
  tlsClientCa: defineSetting<string | null>({
    flag: 'tls-client-ca',
    env: 'SPECMILL_TLS_CLIENT_CA',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the authority of client certificates: each connection requires one',
    parse: parseText,
  }),
  audit: defineSetting<string | null>({
    flag: 'audit',
    env: 'SPECMILL_AUDIT',
    takes: 'FILE',
    fallback: null,
    help: 'file to which the audit is appended as NDJSON, too',
    parse: parseText,
  }),
  rate: defineSetting<number | null>({
    flag: 'rate',
    env: 'SPECMILL_RATE',
    takes: 'N/s',
    fallback: null,
    help: 'requests per second of one caller, twice that in a burst; without it 50/s, and on loopback no limit',
    parse: parseRate,
  }),
};

/** The settings of access control that `serve` reads. */
export const accessSettingNames = Object.keys(accessSettings) as (keyof typeof accessSettings)[];
