// Generated from the description of the API by npm run docs: change the routes, not this file.

/** What a retry of rejects would publish, and what a person has decided about it. */
export type Approval = {
  /** The run whose rejects would be published. */
  runId: string;
  /** How many records these are. Null if the run has not read all of its file. */
  records: number | null;
  /** Whether some of them were repaired. */
  repaired: boolean;
  /** The SHA-256 of the file that is read, hexadecimal. */
  sha256: string;
  /** The version of the spec with which it is read. */
  specVersion: string;
  /** The SHA-256 of all that would be published: the records, their numbers, and the versions of the spec, its reference tables and the keys of its masks. A decision can name it. */
  request: string;
  /** Who asked: `key:NAME`, for example. */
  requestedBy: string;
  /** When. */
  requestedAt: string;
  decision: {
    /** Whether it was accepted. */
    accepted: boolean;
    /** Who has decided. */
    by: string;
    /** When. */
    at: string;
    /** Why. */
    comment: string;
  } | null;
};

/** The schema AuditEntry. */
export type AuditEntry = {
  /** When the response was ready. */
  time: string;
  /** Who sent the request: `key:NAME`, for example. `folder:specs`: the folder of the specs has another reference table. Null if it was not authenticated. */
  principal: string | null;
  /** The id of the API key. Null if there was none. */
  keyId: string | null;
  /** The network address of the client. Empty for the folder of the specs. */
  address: string;
  /** The method. */
  method: string;
  /** The path of the route, with the names of its parameters. */
  path: string;
  /** What the request has in place of the first parameter. Null if the path has none. */
  target: string | null;
  /** The version of a spec or a reference table before the change. Null if there was none. */
  specVersionBefore: string | null;
  /** The version of a spec or a reference table after the change. Null if there is none. */
  specVersionAfter: string | null;
  /** The run that the request created or named. Null if there is none. */
  runId: string | null;
  /** The status of the response. */
  status: number;
  /** Why a person has accepted or refused something. Null if the request has no comment. */
  comment: string | null;
};

/** The settings of the type BLOB_B. */
export type BlobBConfig = {
  /** For example https://acme.blob.core.windows.net. */
  accountUrl: string;
  /** Its name. */
  container: string;
  /** The beginning of the names, for example out. Default: all names. */
  prefix?: string | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The schema BrokenSpecs. */
export type BrokenSpecs = {
  /** Identifies the state. Null if the folder cannot be read. */
  state: string | null;
  /** When the state was found. */
  found: string;
  /** The files with errors. */
  problems: {
    /** The file with errors. Null if the folder cannot be read. */
    file: string | null;
    /** The codes of its diagnostics, with their numbers. */
    codes: Record<string, number>;
    /** Only for callers with the scope `read`. */
    diagnostics?: Diagnostic[];
  }[];
};

/** The settings of the type BUCKET_A. */
export type BucketAConfig = {
  /** Its URL, for a store that is compatible. Default: that of the provider. */
  endpoint?: string | null;
  /** For example eu-central-2. */
  region: string;
  /** Its name. */
  bucket: string;
  /** The beginning of the names, for example out. Default: all names. */
  prefix?: string | null;
  /** Whether the name of the bucket is in the path instead of the host. Default: with an address of its own. */
  pathStyle?: boolean | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The schema Caller. */
export type Caller = {
  /** `anonymous`: the service has no access control. */
  kind: 'anonymous' | 'key' | 'jwt' | 'certificate';
  /** Who sent the request, as in the audit: `key:NAME`, for example. */
  name: string;
  /** What the caller may do. With `admin`, all scopes are listed. */
  scopes: ('read' | 'transform' | 'specs' | 'connect' | 'approve' | 'admin')[];
  /** The topics that the caller may use. Null: all. */
  topics: string[] | null;
  /** The specs that the caller may use. Null: all. */
  specs: string[] | null;
};

/** The schema ConnectionTest. */
export type ConnectionTest = {
  /** Whether all steps succeeded. */
  ok: boolean;
  /** The steps in order. The last one is the first that failed. */
  steps: {
    /** What was done. Not every type has all steps. */
    step: 'resolve' | 'connect' | 'hostKey' | 'tls' | 'authenticate' | 'list' | 'write' | 'remove';
    /** Whether the step succeeded. */
    ok: boolean;
    /** How long the step took, in milliseconds. */
    durationMs: number;
    /** What was done; of a step that failed, what is wrong and what to do. */
    detail: string;
  }[];
};

/** The schema ConnectionTestInput. */
export type ConnectionTestInput = {
  /** Also writes and removes a file in the root. */
  write?: boolean;
};

/** The schema Credential. */
export type Credential = {
  /** The id. It never changes. */
  id: string;
  /** Unique among credentials: a-z, 0-9 and "-", with a letter first. */
  name: string;
  /** What the secret is. It never changes. */
  type:
    | 'SSH_KEY'
    | 'PASSWORD'
    | 'API_TOKEN'
    | 'CLOUD_A_ACCESS_KEY'
    | 'CLOUD_B_SAS'
    | 'CLOUD_C_SERVICE_ACCOUNT'
    | 'OAUTH2_CLIENT';
  /** What is not secret, for example `username`. Its members depend on the type. */
  metadata: Record<string, string>;
  /** `****` and the last four characters of the secret; of a short secret, `****` alone. */
  hint: string;
  /** 1 for a new credential. Each rotation adds 1. */
  version: number;
  /** When the credential was created. */
  createdAt: string;
  /** When the secret was last replaced. */
  rotatedAt: string | null;
  /** When the secret expires, if that is known. */
  expiresAt: string | null;
  /** The only hosts that receive the secret. Null: those of the first integration that uses it. */
  hosts: string[] | null;
  /** The only types of integrations that use it. Null: that of the first one. */
  types: string[] | null;
  /** What uses it. */
  usedBy: string[];
};

/** The schema CredentialInput. */
export type CredentialInput = {
  /** Unique among credentials: a-z, 0-9 and "-", with a letter first. */
  name: string;
  /** What the secret is. It never changes. */
  type:
    | 'SSH_KEY'
    | 'PASSWORD'
    | 'API_TOKEN'
    | 'CLOUD_A_ACCESS_KEY'
    | 'CLOUD_B_SAS'
    | 'CLOUD_C_SERVICE_ACCOUNT'
    | 'OAUTH2_CLIENT';
  /** The secret: an object whose members depend on the type, or a text, which is the type's first member. */
  secret: string | Record<string, string>;
  /** What is not secret, for example `username`. Its members depend on the type. */
  metadata?: Record<string, string> | null;
  /** The only hosts that may receive the secret. Default: those of the first use. */
  hosts?: string[] | null;
  /** The only types of integrations that may use it, for example SFTP. Default: that of the first. */
  types?: string[] | null;
};

/** The schema CredentialRotation. */
export type CredentialRotation = {
  /** The secret: an object whose members depend on the type, or a text, which is the type's first member. */
  secret: string | Record<string, string>;
  /** What is not secret, for example `username`. Its members depend on the type. */
  metadata?: Record<string, string> | null;
  /** The only hosts that may receive the secret. Default: those of the first use. */
  hosts?: string[] | null;
  /** The only types of integrations that may use it, for example SFTP. Default: that of the first. */
  types?: string[] | null;
};

/** The settings of the type DATABASE. */
export type DatabaseConfig = {
  /** PostgreSQL or MariaDB. */
  driver: 'postgresql' | 'mariadb';
  /** The name or the address of the server, for example db.company.example. */
  host: string;
  /** Default: that of the driver, 5432 or 3306. */
  port?: number | null;
  /** Its name on the server. */
  database: string;
  /** Whether the connection uses TLS: `true`, `false`, or `{ "ca": "…" }`. Default: yes, except on this machine. */
  ssl?:
    | boolean
    | {
        /** In PEM: it begins with -----BEGIN CERTIFICATE-----. */
        ca: string;
      }
    | null;
  /** Of PostgreSQL: the only schema in which names are looked up. */
  schema?: string | null;
  /** Patterns of the tables that keys which are bound to the integration may read, one on each line. Default: all but those of the system. */
  tables?: string | string[] | null;
};

/** The schema DecisionInput. */
export type DecisionInput = {
  /** Why. The audit has it. */
  comment: string;
  /** `approval.request` of the file as the principal has seen it. If another request waits now, the answer is 409. Absent: the one that waits. */
  request?: string;
};

/** The schema Diagnostic. */
export type Diagnostic = {
  /** The kind of finding, for example `unknown_field`. */
  code: string;
  /** A spec with an error is not stored. */
  severity: 'error' | 'warning';
  /** What is wrong, and what to do. */
  message: string;
  /** A JSON pointer into the spec. Empty: the spec as a whole. */
  path: string;
  /** The line in the text, from 1. */
  line: number;
  /** The column in the text, from 1. */
  column: number;
  /** Advice on how to correct the spec. */
  hint: string | null;
};

/** The schema DocumentCounts. */
export type DocumentCounts = {
  /** The name of the record type whose records form documents with all records inside them. */
  recordType: string;
  /** The number of documents. */
  total: number;
  /** Documents that were accepted. */
  processed: number;
  /** Documents with a FATAL issue in one of their records. */
  failed: number;
  /** Documents with an ERROR in one of their records, if `skipInvalidRecords` is set. */
  skipped: number;
};

/** The schema DraftCheck. */
export type DraftCheck = {
  /** Whether the draft has no error, so that it can be stored. */
  valid: boolean;
  /** All errors and warnings. Their positions are those in the text. */
  diagnostics: Diagnostic[];
  compiled: {
    spec: SpecInput;
    /** SHA-256 of the spec in canonical form (RFC 8785). */
    version: string;
    /** The standalone ES module. */
    module: string;
  } | null;
};

/** The schema DraftInput. */
export type DraftInput = {
  /** The spec in YAML or JSON, also with errors. At most 1 MiB. */
  text: string;
  /** The id or the name of the spec that the draft replaces. Default: a new spec. */
  specId?: string | null;
};

/** The schema Failure. */
export type Failure = {
  /** The reason, for example `too_many_errors`. Capitals name what is wrong with the text of the file: `MISSING_HEADER`. */
  code: string;
  /** One sentence for a person. */
  message: string;
  /** Advice on how to correct the file or the spec. */
  hint?: string;
};

/** A file to which the records are written. It appears when it is complete. */
export type FileDestination = {
  /** A file of an integration. */
  kind: 'file';
  /** The id of the integration. */
  integrationId: string;
  /** The path of the file, relative to the root of the integration. */
  path: string;
  /** The format of the file. */
  format: 'NDJSON' | 'CSV' | 'PARQUET';
  /** Whether cells of CSV that a spreadsheet would execute begin with an apostrophe. */
  escapesFormulas?: boolean;
};

/** The schema FileIssue. */
export type FileIssue = {
  /** WARNING never affects the outcome. ERROR skips the record if `skipInvalidRecords` is set. FATAL always fails the record. */
  severity: 'WARNING' | 'ERROR' | 'FATAL';
  /** The kind of the issue, for example `MISSING_RECORD`. */
  code: string;
  /** The id of the rule. Null if the issue belongs to no rule. */
  ruleId: string | null;
  /** One sentence for a person. */
  message: string;
  /** The number of the record with which the issue was found. Null at the end of the file. */
  record: number | null;
  /** The line on which that record begins. Null at the end of the file. */
  line: number | null;
  /** The value that the record with the total should have: what the file has. */
  expected?: string;
  /** What the record with the total says. For COUNT_RANGE, the number of records. */
  actual?: string;
};

/** The settings of the type FTP. */
export type FtpConfig = {
  /** The name or the address of the server, for example sftp.bank.example. */
  host: string;
  /** Default: 21. */
  port?: number | null;
  /** The folder below which files are read and written. Default: all of it (/). */
  root?: string | null;
  /** The one in which the server lists times, for example Europe/Zurich. Default: UTC. */
  timeZone?: string | null;
  /** At the same time. Default: 4. */
  maxConnections?: number | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The settings of the type FTPS. */
export type FtpsConfig = {
  /** The name or the address of the server, for example sftp.bank.example. */
  host: string;
  /** Default: 21, and 990 if TLS is implicit. */
  port?: number | null;
  /** The folder below which files are read and written. Default: all of it (/). */
  root?: string | null;
  /** The one in which the server lists times, for example Europe/Zurich. Default: UTC. */
  timeZone?: string | null;
  /** At the same time. Default: 4. */
  maxConnections?: number | null;
  /** EXPLICIT: after the connection was opened. IMPLICIT: with it. */
  tls?: 'EXPLICIT' | 'IMPLICIT' | null;
  /** Of the authorities that the server is trusted with, in PEM. Default: those that are known. */
  ca?: string | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The schema GitIntegrationsState. */
export type GitIntegrationsState = {
  /** The number of integrations in git that are in service. */
  git: number;
  /** The codes of the errors in their files, with their numbers. */
  broken: Record<string, number>;
};

/** The schema Instance. */
export type Instance = {
  /** The id of the process. */
  id: string;
  /** The name of its machine. */
  host: string;
  /** The version of the program. */
  version: string;
  /** When it started, by the clock of the database. */
  startedAt: string;
  /** When it reported last, by the clock of the database. */
  heartbeatAt: string;
  /** `draining`: it takes no more runs. `lost`: it has not reported for 15 seconds, and others take its runs. */
  state: 'alive' | 'draining' | 'lost';
  /** The number of unfinished runs that it has taken. */
  runs: number;
  /** Whether it has answered this request. */
  isThis: boolean;
};

/** The schema Integration. */
export type Integration = {
  /** The id. It never changes. */
  id: string;
  /** Where the integration is managed. Those in git change in git alone. */
  origin: 'api' | 'git';
  /** Unique among integrations: a-z, 0-9 and "-", with a letter first. */
  name: string;
  /** The kind of system. */
  type: 'SFTP' | 'FTP' | 'FTPS' | 'BUCKET_A' | 'BLOB_B' | 'STORAGE_C' | 'REST_API' | 'DATABASE' | 'LOCAL_FS';
  /** The id of the credential; null for a type without one. */
  credentialId: string | null;
  /** The settings of the type, with all defaults. It contains no secret. */
  config:
    | SftpConfig
    | FtpConfig
    | FtpsConfig
    | BucketAConfig
    | BlobBConfig
    | StorageCConfig
    | RestApiConfig
    | DatabaseConfig
    | LocalFsConfig;
  /** 1 for a new integration. Each change adds 1. Null in git. */
  version: number | null;
  /** When the integration was created. Null in git. */
  createdAt: string | null;
  /** When the integration was last replaced. Null in git. */
  updatedAt: string | null;
};

/** The schema IntegrationInput. */
export type IntegrationInput = {
  /** Unique among integrations: a-z, 0-9 and "-", with a letter first. */
  name: string;
  /** The kind of system. */
  type: 'SFTP' | 'FTP' | 'FTPS' | 'BUCKET_A' | 'BLOB_B' | 'STORAGE_C' | 'REST_API' | 'DATABASE' | 'LOCAL_FS';
  /** The name or the id of a credential. */
  credentialId?: string | null;
  /** The settings of the type, with all defaults. It contains no secret. */
  config:
    | SftpConfig
    | FtpConfig
    | FtpsConfig
    | BucketAConfig
    | BlobBConfig
    | StorageCConfig
    | RestApiConfig
    | DatabaseConfig
    | LocalFsConfig;
};

/** The schema Issue. */
export type Issue = {
  /** WARNING never affects the outcome. ERROR skips the record if `skipInvalidRecords` is set. FATAL always fails the record. */
  severity: 'WARNING' | 'ERROR' | 'FATAL';
  /** The violated rule (`MIN_VALUE`), or the kind of another issue (`TYPE_MISMATCH`). */
  code: string;
  /** The id of the rule. Null if the issue belongs to no rule. */
  ruleId: string | null;
  /** The field in the spec. Null if the issue concerns the whole record. */
  field: string | null;
  /** The column (CSV, fixed width) or path (XML). Null if the issue concerns the whole record. */
  column: string | null;
  /** One sentence for a person. */
  message: string;
  /** The rejected text, cut after 200 characters. Null if the field has no value. Absent if masked. */
  value?: string | null;
  /** The value is not shown, because it may be sensitive. */
  masked?: true;
  /** The length of a masked value, in characters. */
  length?: number;
  /** The text of the cell as sent, if it differs from the value, which is the text after corrections. It is cut after 200 characters. Null if the cell is empty or missing. Absent if masked. */
  original?: string | null;
  /** The length of a masked cell as sent, in characters, if it differs from that of the value. */
  originalLength?: number;
  /** The values that the expression of an EXPRESSION rule reads. */
  fields?: IssueField[];
  /** The earlier record with which a rule of the file compares this one. */
  firstRecord?: number;
  /** Workbooks: the name of the cell, such as `Sheet1!B17`: that of the field, or the first one of the row. Absent: the file is no workbook. */
  cell?: string;
  /** DOCUMENT_REJECTED: the number of the record that causes the rejection. */
  causeRecord?: number;
};

/** The schema IssueCount. */
export type IssueCount = {
  /** The code of the issues. */
  code: string;
  /** The id of their rule. */
  ruleId: string | null;
  /** Their field. */
  field: string | null;
  /** WARNING never affects the outcome. ERROR skips the record if `skipInvalidRecords` is set. FATAL always fails the record. */
  severity: 'WARNING' | 'ERROR' | 'FATAL';
  /** The number of issues with this code, rule, field and severity, over all records. */
  count: number;
};

/** The schema IssueField. */
export type IssueField = {
  /** The field in the spec. */
  field: string;
  /** Its value, cut after 200 characters. Absent if masked. */
  value?: string | null;
  /** The value is not shown, because it may be sensitive. */
  masked?: true;
  /** The length of a masked value, in characters. */
  length?: number;
};

/** The schema Job. */
export type Job = {
  /** The id of the job. */
  id: string;
  /** Where the job is managed. */
  origin: 'git' | 'api';
  /** active; paused: by a person; paused_by_error: the source or the destination cannot be used, and the job tries again. */
  status: 'active' | 'paused' | 'paused_by_error';
  /** When the last look at the source succeeded. */
  lastCheck: string | null;
  /** When the next look begins. */
  nextCheck: string | null;
  /** How many files the last look has listed. */
  listed: number;
  /** How many files are in each state. */
  counts: {
    seen: number;
    waiting: number;
    taken: number;
    running: number;
    needs_approval: number;
    published: number;
    done: number;
    failed: number;
    quarantined: number;
    ignored: number;
  };
  lastError: {
    /** The reason, for example `unreachable`. */
    code: string;
    /** One sentence for a person. */
    message: string;
    /** The name of the table, folder or host. */
    name: string | null;
    /** When the job was paused. */
    at: string;
  } | null;
  /** The deadline of `expect.by` up to which no file was seen on its day, and none since. Null if none is missing. */
  missingSince: string | null;
  /** When the job was created. Null for a job in git. */
  createdAt: string | null;
  /** When its definition was last changed. Null for a job in git. */
  updatedAt: string | null;
  activity?: {
    /** The beginning of the time. */
    since: string;
    /** How many files have ended. */
    files: number;
    /** Their records. */
    records: number;
    /** Their records that were not published. */
    rejected: number;
    lastFile: JobFile | null;
  };
  /** The unique name of the job: a-z, 0-9 and "-", for example daily-claims. */
  name: string;
  /** Where the files come from. */
  source: {
    /** The system that has the files. */
    integration?: string;
    /** The same by its id. Not with `integration`. */
    integrationId?: string;
    /** Below the root of the integration, for example /out. Default: the root. */
    path?: string;
    /** For example `claims-*.csv`; `*` fits any text. Default: all files. */
    pattern?: string;
    /** Whether folders in the folder are read. */
    recursive?: boolean;
    /** The files are archives, for example ZIP. Each member that fits, such as `** /*.csv`, is a file of its own. */
    members?: string;
  };
  /** The name of the spec that describes the files. */
  spec?: string | null;
  /** Instead of one. The first whose pattern fits the name of a file reads it; a file without one is ignored. */
  specs?:
    | {
        /** For example `a-*.csv`. Default: all files. */
        pattern?: string;
        /** The name of the spec. */
        spec: string;
      }[]
    | null;
  /** When the job looks for files. */
  schedule:
    | {
        /** For example 30s, 10m, 2h or 1d. */
        every: string | 0;
        /** Up to this time, for example 10s. Default: none. */
        jitter?: string | 0;
      }
    | {
        /** Minute, hour, day, month, weekday: `0 6 * * MON-FRI` is 6:00 on working days. */
        cron: string;
        /** For example Europe/Zurich. Default: UTC. */
        timeZone?: string;
        /** Up to this time, for example 10s. Default: none. */
        jitter?: string | 0;
      };
  /** A file that is still being written is left alone. */
  ready?: {
    /** For how long its size and time must be the same. Default: 5s. */
    unchangedFor?: string | 0;
    /** How long ago its last change must be. Default: 0. */
    minAge?: string | 0;
    /** The name of a second file that says that the first is complete, for example `{name}.done`. */
    doneFile?: string | null;
    /** Patterns, one on each line. Default: names that begin with a dot, and *.tmp, *.part, *.filepart. */
    ignore?: string[];
    /** Smaller files wait. Default: 0. */
    minBytes?: number;
  };
  /** Which file is first, and which files are the same. */
  take?: {
    /** By name, by time of the last change, or by size. */
    order?: 'NAME' | 'MODIFIED' | 'SIZE';
    /** The largest number. Default: 100. */
    max?: number;
    /** PATH, SIZE and MODIFIED, one on each line, or CONTENT, or VERSION. The same file is published once. Default: the first three. */
    identity?: 'CONTENT' | 'VERSION' | ('CONTENT' | 'VERSION')[] | 'PATH' | ('PATH' | 'SIZE' | 'MODIFIED')[];
  };
  /** Where the records go. */
  to:
    | {
        /** Its name. A new name may create a topic. */
        topic: string;
        /** Where a message has its attributes: binary in headers, structured around the record. */
        cloudevents?: 'binary' | 'structured' | null;
        /** Default: that of the service. */
        format?: 'json' | 'avro' | 'json-schema';
      }
    | {
        /** The system that gets the records. */
        integration?: string;
        /** The same by its id. Not with `integration`. */
        integrationId?: string;
        /** Its name. It must exist, with a column for each field: `specmill docs SPEC --ddl postgresql` prints it. */
        table: string;
        /** The fields that identify a record, one on each line. Default: the id of the message. */
        key?: string[] | null;
      }
    | {
        /** The system that gets the records. */
        integration?: string;
        /** The same by its id. Not with `integration`. */
        integrationId?: string;
        /** For example `events/{name}.ndjson`. It ends in .csv, in .parquet, or otherwise has JSON in lines. Templates contain `{name}` or `{stem}`, and `{date}`, `{time}`, `{job}`. */
        path: string;
        /** Whether texts of a CSV file that a spreadsheet would execute begin with an apostrophe. */
        escapeFormulas?: boolean;
        /** Where a message has its attributes: binary in headers, structured around the record. */
        cloudevents?: 'binary' | 'structured' | null;
      };
  /** What is published, and how. */
  options?: {
    /** Whether a record with an issue of the severity ERROR is rejected. One with FATAL always is. */
    skipInvalidRecords?: boolean;
    /** A number of records or a share, for example 2 %. With more errors the run fails. Default: no limit. */
    maxErrors?: number | string | null;
    /** With more of them the run fails. Default: no limit. */
    maxRejectedDocuments?: number | null;
    /** exactly-once: no record is lost or doubled. at-least-once: none is lost. all-or-nothing: a file with an error publishes nothing. */
    delivery?: 'at-least-once' | 'exactly-once' | 'all-or-nothing';
    /** It gets the original bytes of each rejected record. Default: none. */
    deadLetterTopic?: string | null;
    /** How many records with issues it lists. Default: 1,000. */
    errorLimit?: number;
    /** REFUSE: it is not published again. WARN: it is, with a warning. ALLOW: it is. */
    onDuplicateFile?: 'WARN' | 'REFUSE' | 'ALLOW';
    /** FILE: that of the file. NONE: several instances may publish pieces of a large file at the same time, to Kafka. */
    ordering?: 'FILE' | 'NONE';
  };
  /** What happens to a file after its run. Default: it stays. */
  then?: {
    /** It is moved or deleted. */
    done?: {
      /** For example `archive/{date}/{name}`. Templates contain `{name}` or `{stem}`, and `{date}`, `{time}`, `{job}`. */
      move?: string | null;
      /** Instead of the move. */
      delete?: boolean;
    } | null;
    /** It is moved or deleted. */
    failed?: {
      /** For example `failed/{name}`. */
      move?: string | null;
      /** Instead of the move. */
      delete?: boolean;
      /** In a file named `NAME.reason.json`. */
      reason?: boolean;
    } | null;
    /** They become a file of their own. */
    rejects?: {
      /** For example `rejects/{name}`. */
      path: string;
    } | null;
  };
  /** How often and when one is tried again. */
  retry?: {
    /** The number after which the file is quarantined. Default: 5. */
    max?: number;
    /** The first and the longest, for example 30s..1h. */
    backoff?: string;
  };
  /** An alert is raised if a file is missing or has another size. */
  expect?: {
    /** A time of the day, for example 07:30. */
    by?: string | null;
    /** For example Europe/Zurich. Default: UTC. */
    timeZone?: string;
    /** For example MON-FRI. Default: every day. */
    days?: string;
    /** How many are expected. */
    records?: {
      /** A number of records. */
      min?: number | null;
      /** A number of records. */
      max?: number | null;
    };
    /** How many are expected. */
    bytes?: {
      /** A number of bytes. */
      min?: number | null;
      /** A number of bytes. */
      max?: number | null;
    };
    /** USUAL: 30 % to 300 % of the median of the last 20 files. */
    volume?: 'USUAL' | null;
  } | null;
  /** What raises an alert about a file that was published. */
  alerts?: {
    /** A number or a share of the file, for example 2 %. Default: 0, so each one raises an alert. */
    alertAbove?: number | string | null;
    /** The codes of warnings that raise an alert, one on each line. */
    warnings?: (
      | 'ENCODING_SUSPECT'
      | 'DOUBLE_ENCODED'
      | 'UNKNOWN_COLUMN'
      | 'MISSING_COLUMN'
      | 'TWO_DIGIT_YEAR'
      | 'DELIMITER_DIFFERS'
      | 'DELIMITER_CHOSEN'
      | 'EMPTY_FILE'
      | 'no_record_found'
      | 'SHORT_RECORDS'
      | 'HEADER_REPEATED'
      | 'QUOTE_TOO_LONG'
      | 'QUOTE_AFTER_BLANK'
      | 'SEVERAL_MATCHES'
      | 'VALUE_AFTER_RECORD'
      | 'ENCLOSING_WITHOUT_RECORD'
      | 'RECORD_ON_OTHER_PATH'
      | 'HIDDEN_CELLS'
      | 'PATH_NEVER_MATCHED'
      | 'FILE_SEEN_BEFORE'
    )[];
  };
  /** A retry of rejected records that would publish more than this waits for another person. */
  approval?: {
    /** A number or a share, for example 2 %. Default: 0. */
    above?: number | string;
  } | null;
  /** For how long a file that is gone is remembered. Default: 90d. */
  keepFor?: string | 0;
};

/** The schema JobFile. */
export type JobFile = {
  /** The id of the file within the service. */
  id: string;
  /** The path at which the file was found. */
  path: string;
  /** The name of the file. */
  name: string;
  /** Its size in bytes. */
  size: number;
  /** When it last changed, if the source reports it. */
  modified: string | null;
  /** The version that the source reports. */
  version: string;
  /** The state of the file. */
  state:
    | 'seen'
    | 'waiting'
    | 'taken'
    | 'running'
    | 'needs_approval'
    | 'published'
    | 'done'
    | 'failed'
    | 'quarantined'
    | 'ignored';
  reason: {
    /** The reason, for example `changing` or `source_changed`. */
    code: string;
    /** One sentence for a person. */
    message: string;
  } | null;
  /** Where the file is now. */
  location: string;
  /** The id of its run. */
  runId: string | null;
  /** The name of the spec with which it was read. */
  spec: string | null;
  /** The SHA-256 of its content, hexadecimal. */
  sha256: string | null;
  /** How many transfers have failed. */
  attempts: number;
  /** Whether the file still has to be moved or deleted, or something has to be written. */
  pending: boolean;
  /** When it was first seen. */
  firstSeen: string;
  /** When it was claimed. */
  takenAt: string | null;
  /** When its run had published it. */
  publishedAt: string | null;
  /** When its work ended. */
  finishedAt: string | null;
  /** The earliest time of the next try. */
  retryAt: string | null;
  /** Since when the source no longer lists it. */
  goneSince: string | null;
  records: {
    /** The records of the file. */
    total: number;
    /** Those without an issue that keeps them from being published. */
    processed: number;
    /** Those with a FATAL issue. */
    failed: number;
    /** Those with an ERROR that were left out. */
    skipped: number;
    /** Those that were not published. */
    rejected: number;
  } | null;
  approval: Approval | null;
};

/** The schema JobInput. */
export type JobInput = {
  /** The unique name of the job: a-z, 0-9 and "-", for example daily-claims. */
  name: string;
  /** Where the files come from. */
  source: {
    /** The system that has the files. */
    integration?: string;
    /** The same by its id. Not with `integration`. */
    integrationId?: string;
    /** Below the root of the integration, for example /out. Default: the root. */
    path?: string;
    /** For example `claims-*.csv`; `*` fits any text. Default: all files. */
    pattern?: string;
    /** Whether folders in the folder are read. */
    recursive?: boolean;
    /** The files are archives, for example ZIP. Each member that fits, such as `** /*.csv`, is a file of its own. */
    members?: string;
  };
  /** The name of the spec that describes the files. */
  spec?: string | null;
  /** Instead of one. The first whose pattern fits the name of a file reads it; a file without one is ignored. */
  specs?:
    | {
        /** For example `a-*.csv`. Default: all files. */
        pattern?: string;
        /** The name of the spec. */
        spec: string;
      }[]
    | null;
  /** When the job looks for files. */
  schedule:
    | {
        /** For example 30s, 10m, 2h or 1d. */
        every: string | 0;
        /** Up to this time, for example 10s. Default: none. */
        jitter?: string | 0;
      }
    | {
        /** Minute, hour, day, month, weekday: `0 6 * * MON-FRI` is 6:00 on working days. */
        cron: string;
        /** For example Europe/Zurich. Default: UTC. */
        timeZone?: string;
        /** Up to this time, for example 10s. Default: none. */
        jitter?: string | 0;
      };
  /** A file that is still being written is left alone. */
  ready?: {
    /** For how long its size and time must be the same. Default: 5s. */
    unchangedFor?: string | 0;
    /** How long ago its last change must be. Default: 0. */
    minAge?: string | 0;
    /** The name of a second file that says that the first is complete, for example `{name}.done`. */
    doneFile?: string | null;
    /** Patterns, one on each line. Default: names that begin with a dot, and *.tmp, *.part, *.filepart. */
    ignore?: string[];
    /** Smaller files wait. Default: 0. */
    minBytes?: number;
  };
  /** Which file is first, and which files are the same. */
  take?: {
    /** By name, by time of the last change, or by size. */
    order?: 'NAME' | 'MODIFIED' | 'SIZE';
    /** The largest number. Default: 100. */
    max?: number;
    /** PATH, SIZE and MODIFIED, one on each line, or CONTENT, or VERSION. The same file is published once. Default: the first three. */
    identity?: 'CONTENT' | 'VERSION' | ('CONTENT' | 'VERSION')[] | 'PATH' | ('PATH' | 'SIZE' | 'MODIFIED')[];
  };
  /** Where the records go. */
  to:
    | {
        /** Its name. A new name may create a topic. */
        topic: string;
        /** Where a message has its attributes: binary in headers, structured around the record. */
        cloudevents?: 'binary' | 'structured' | null;
        /** Default: that of the service. */
        format?: 'json' | 'avro' | 'json-schema';
      }
    | {
        /** The system that gets the records. */
        integration?: string;
        /** The same by its id. Not with `integration`. */
        integrationId?: string;
        /** Its name. It must exist, with a column for each field: `specmill docs SPEC --ddl postgresql` prints it. */
        table: string;
        /** The fields that identify a record, one on each line. Default: the id of the message. */
        key?: string[] | null;
      }
    | {
        /** The system that gets the records. */
        integration?: string;
        /** The same by its id. Not with `integration`. */
        integrationId?: string;
        /** For example `events/{name}.ndjson`. It ends in .csv, in .parquet, or otherwise has JSON in lines. Templates contain `{name}` or `{stem}`, and `{date}`, `{time}`, `{job}`. */
        path: string;
        /** Whether texts of a CSV file that a spreadsheet would execute begin with an apostrophe. */
        escapeFormulas?: boolean;
        /** Where a message has its attributes: binary in headers, structured around the record. */
        cloudevents?: 'binary' | 'structured' | null;
      };
  /** What is published, and how. */
  options?: {
    /** Whether a record with an issue of the severity ERROR is rejected. One with FATAL always is. */
    skipInvalidRecords?: boolean;
    /** A number of records or a share, for example 2 %. With more errors the run fails. Default: no limit. */
    maxErrors?: number | string | null;
    /** With more of them the run fails. Default: no limit. */
    maxRejectedDocuments?: number | null;
    /** exactly-once: no record is lost or doubled. at-least-once: none is lost. all-or-nothing: a file with an error publishes nothing. */
    delivery?: 'at-least-once' | 'exactly-once' | 'all-or-nothing';
    /** It gets the original bytes of each rejected record. Default: none. */
    deadLetterTopic?: string | null;
    /** How many records with issues it lists. Default: 1,000. */
    errorLimit?: number;
    /** REFUSE: it is not published again. WARN: it is, with a warning. ALLOW: it is. */
    onDuplicateFile?: 'WARN' | 'REFUSE' | 'ALLOW';
    /** FILE: that of the file. NONE: several instances may publish pieces of a large file at the same time, to Kafka. */
    ordering?: 'FILE' | 'NONE';
  };
  /** What happens to a file after its run. Default: it stays. */
  then?: {
    /** It is moved or deleted. */
    done?: {
      /** For example `archive/{date}/{name}`. Templates contain `{name}` or `{stem}`, and `{date}`, `{time}`, `{job}`. */
      move?: string | null;
      /** Instead of the move. */
      delete?: boolean;
    } | null;
    /** It is moved or deleted. */
    failed?: {
      /** For example `failed/{name}`. */
      move?: string | null;
      /** Instead of the move. */
      delete?: boolean;
      /** In a file named `NAME.reason.json`. */
      reason?: boolean;
    } | null;
    /** They become a file of their own. */
    rejects?: {
      /** For example `rejects/{name}`. */
      path: string;
    } | null;
  };
  /** How often and when one is tried again. */
  retry?: {
    /** The number after which the file is quarantined. Default: 5. */
    max?: number;
    /** The first and the longest, for example 30s..1h. */
    backoff?: string;
  };
  /** An alert is raised if a file is missing or has another size. */
  expect?: {
    /** A time of the day, for example 07:30. */
    by?: string | null;
    /** For example Europe/Zurich. Default: UTC. */
    timeZone?: string;
    /** For example MON-FRI. Default: every day. */
    days?: string;
    /** How many are expected. */
    records?: {
      /** A number of records. */
      min?: number | null;
      /** A number of records. */
      max?: number | null;
    };
    /** How many are expected. */
    bytes?: {
      /** A number of bytes. */
      min?: number | null;
      /** A number of bytes. */
      max?: number | null;
    };
    /** USUAL: 30 % to 300 % of the median of the last 20 files. */
    volume?: 'USUAL' | null;
  } | null;
  /** What raises an alert about a file that was published. */
  alerts?: {
    /** A number or a share of the file, for example 2 %. Default: 0, so each one raises an alert. */
    alertAbove?: number | string | null;
    /** The codes of warnings that raise an alert, one on each line. */
    warnings?: (
      | 'ENCODING_SUSPECT'
      | 'DOUBLE_ENCODED'
      | 'UNKNOWN_COLUMN'
      | 'MISSING_COLUMN'
      | 'TWO_DIGIT_YEAR'
      | 'DELIMITER_DIFFERS'
      | 'DELIMITER_CHOSEN'
      | 'EMPTY_FILE'
      | 'no_record_found'
      | 'SHORT_RECORDS'
      | 'HEADER_REPEATED'
      | 'QUOTE_TOO_LONG'
      | 'QUOTE_AFTER_BLANK'
      | 'SEVERAL_MATCHES'
      | 'VALUE_AFTER_RECORD'
      | 'ENCLOSING_WITHOUT_RECORD'
      | 'RECORD_ON_OTHER_PATH'
      | 'HIDDEN_CELLS'
      | 'PATH_NEVER_MATCHED'
      | 'FILE_SEEN_BEFORE'
    )[];
  };
  /** A retry of rejected records that would publish more than this waits for another person. */
  approval?: {
    /** A number or a share, for example 2 %. Default: 0. */
    above?: number | string;
  } | null;
  /** For how long a file that is gone is remembered. Default: 90d. */
  keepFor?: string | 0;
};

/** The schema Liveness. */
export type Liveness = {
  /** Always `live`. */
  status: 'live';
};

/** The settings of the type LOCAL_FS. */
export type LocalFsConfig = {
  /** An absolute path, for example /srv/files. The operator permits folders with --local-roots. */
  root: string;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The schema Message. */
export type Message = {
  /** The position of the message in its topic, from 0. */
  offset: number;
  /** When the message was published. */
  timestamp: string;
  /** The message key. */
  key: string | null;
  /** The headers: CloudEvents 1.0 in binary mode. */
  headers: Record<string, string>;
  /** The value as text: the record as flat JSON. Absent if its bytes are not UTF-8. */
  value?: string;
  /** The value in base64, if its bytes are not UTF-8. */
  valueBase64?: string;
};

/** The schema Pause. */
export type Pause = {
  /** The reason, for example `broker_unavailable` or `disk_full`. */
  code: string;
  /** One sentence for a person. */
  message: string;
};

/** The schema Problem. */
export type Problem = {
  /** `urn:specmill:problem:` and the code. */
  type: string;
  /** The kind of problem, in a few words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this request, and what to do. */
  detail: string;
  /** The kind of problem, for programs. Codes never change. */
  code:
    | 'malformed_request'
    | 'malformed_form'
    | 'malformed_json'
    | 'malformed_yaml'
    | 'missing_part'
    | 'duplicate_part'
    | 'unknown_part'
    | 'unknown_parameter'
    | 'invalid_value'
    | 'unauthenticated'
    | 'forbidden'
    | 'forbidden_host'
    | 'forbidden_origin'
    | 'not_found'
    | 'spec_not_found'
    | 'reference_not_found'
    | 'sample_not_found'
    | 'run_not_found'
    | 'topic_not_found'
    | 'credential_not_found'
    | 'integration_not_found'
    | 'instance_not_found'
    | 'job_not_found'
    | 'job_file_not_found'
    | 'source_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'name_taken'
    | 'spec_in_git'
    | 'run_in_progress'
    | 'run_not_finished'
    | 'run_ended'
    | 'duplicate_file'
    | 'topic_in_use'
    | 'credential_in_use'
    | 'integration_in_git'
    | 'job_in_git'
    | 'job_paused'
    | 'already_published'
    | 'nothing_to_approve'
    | 'file_not_retryable'
    | 'integration_in_use'
    | 'no_rejects'
    | 'too_many_rejects'
    | 'pieces_incomplete'
    | 'mask_key_missing'
    | 'source_changed'
    | 'file_gone'
    | 'version_differs'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid_spec'
    | 'invalid_reference'
    | 'invalid_archive'
    | 'invalid_credential'
    | 'invalid_job'
    | 'invalid_integration'
    | 'repaired_differs'
    | 'spec_too_costly'
    | 'idempotency_key_reused'
    | 'rate_exceeded'
    | 'queue_full'
    | 'internal_error'
    | 'unsupported_transfer_encoding'
    | 'not_released'
    | 'source_unreachable'
    | 'source_failed'
    | 'vault_locked'
    | 'run_paused'
    | 'broker_unavailable'
    | 'broker_refused'
    | 'keys_unavailable'
    | 'too_busy'
    | 'storage_failed'
    | 'files_unavailable'
    | 'stopping'
    | 'source_timed_out'
    | 'insufficient_storage'
    | 'disk_full'
    | 'stored_data_damaged';
  /** The form part, parameter, header or member that is wrong. */
  field?: string;
  /** What is wrong with the spec. */
  diagnostics?: Diagnostic[];
  /** Everything that is wrong with a job. */
  problems?: {
    /** The member that is wrong; empty for the whole. */
    field: string;
    /** What is wrong, and what to do. */
    message: string;
  }[];
  /** The scope that the caller needs and does not have. */
  requiredScope?: 'read' | 'transform' | 'specs' | 'connect' | 'approve' | 'admin';
  /** The run that the problem concerns. */
  runId?: string;
  /** How many records of the file were published before. */
  publishedRecords?: number;
  /** What uses the credential or the integration. */
  usedBy?: string[];
  /** Why the remote system could not be used. */
  reason?: string;
  /** The step of opening a connection that failed. */
  step?: string;
  /** The log of the service has more under this id. */
  errorId?: string;
};

/** The schema ProcessingResult. */
export type ProcessingResult = {
  /** SUCCESS: no record has an ERROR or FATAL. PARTIAL_SUCCESS: some have. FAILED: the run did not complete, or no record was processed although there were some. */
  status: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  /** The number of records: processed, failed and skipped ones. */
  totalRecords: number;
  /** Records that became messages, or would in a dry run. */
  processedRecords: number;
  /** Records with a FATAL issue. They do not become messages. */
  failedRecords: number;
  /** Records with an ERROR, if `skipInvalidRecords` is set. They do not become messages. */
  skippedRecords: number;
  /** The duration in milliseconds. */
  durationMs: number;
  /** Records whose worst issue is a WARNING. */
  warningRecords: number;
  /** Records with an ERROR or FATAL issue. */
  errorRecords: number;
  /** Records in which a correction changed a text or filled a null. */
  correctedRecords: number;
  /** Lines that are not records: blank lines, comments, skipped lines. */
  otherLines: number;
  failure?: Failure;
  /** FILE: the records were published in the order of the file. NONE: several instances have published pieces of the file at the same time. Absent in a dry run. */
  ordering?: 'FILE' | 'NONE';
  /** The version of the spec (SHA-256 of its canonical form). */
  specVersion: string;
  /** The name of the file as sent. */
  fileName: string;
  /** The SHA-256 of the file as sent, before decompression. */
  fileSha256: string | null;
  /** The reference tables with which the file is read. Absent if the spec names none. */
  reference?: TableVersion[];
  /** Findings about the file as a whole. */
  warnings: Warning[];
  /** The exact number of issues by code, rule, field and severity. */
  issueCounts: IssueCount[];
  /** The first records with issues, at most `errorLimit`. */
  errors: RecordError[];
  /** The number of messages. Absent if the spec has one type of records and the file was published: then it is `processedRecords`. */
  publishedRecords?: number;
  /** The counts of each record type. Absent if the spec has one type of records. */
  recordTypes?: TypeCounts[];
  /** The counts of documents. Absent if no record type of the spec has `reject: WHOLE`. */
  documents?: DocumentCounts[];
  /** Issues of the file as a whole. Absent if the spec has one type of records. */
  fileIssues?: FileIssue[];
  /** Present if the file has more issues than `fileIssues` lists, which is 1,000. */
  fileIssuesTruncated?: boolean;
  /** The rules of the file whose issues are warnings, because the rejects that this run reads again lack their totals. Absent if there are none. */
  waivedRules?: string[];
  /** The record types with totals of the whole file that the rejects leave out. Absent if there are none. */
  rejectsWithout?: string[];
  /** Whether `errors` omits a record with issues. */
  errorsTruncated: boolean;
  /** The id of the run. Absent in a dry run. */
  runId?: string;
  /** The earlier run of the same file whose messages those of this run replace. */
  supersedes?: string;
  /** The earlier run whose rejects this one has read again. */
  rejectsOf?: string;
  /** The id of the spec. */
  specId?: string;
};

/** The schema Readiness. */
export type Readiness = {
  /** `ready`, or the first of the reasons. */
  status:
    | 'ready'
    | 'stopping'
    | 'draining'
    | 'data_folder_lost'
    | 'disk_full'
    | 'storage_failed'
    | 'store_unavailable'
    | 'files_unavailable'
    | 'insufficient_storage'
    | 'broker_unavailable';
  /** Empty if it can. */
  reasons: (
    | 'stopping'
    | 'draining'
    | 'data_folder_lost'
    | 'disk_full'
    | 'storage_failed'
    | 'store_unavailable'
    | 'files_unavailable'
    | 'insufficient_storage'
    | 'broker_unavailable'
  )[];
  specs: {
    git: {
      /** Identifies the state of the specs folder that is in service. */
      state: string;
      /** When that state was loaded. */
      since: string;
      /** The number of its specs. */
      specs: number;
      newer: BrokenSpecs | null;
    };
    /** The number of specs of the API. */
    api: number;
  };
  integrations: GitIntegrationsState | null;
};

/** The schema RecordError. */
export type RecordError = {
  /** The number of the record in the file, from 1. */
  record: number;
  /** The number of the physical line on which the record begins, from 1. */
  line: number;
  /** The offset of its first byte in the decompressed, undecoded file. */
  byteOffset: number;
  /** The type of the record. Absent if the spec has one type of records. */
  recordType?: string;
  /** Only processed records become messages. */
  outcome: 'processed' | 'skipped' | 'failed';
  /** The issues of the record, at most the first 100. */
  messages: Issue[];
  /** The number of issues that `messages` omits. */
  more?: number;
};

/** The schema ReferenceTable. */
export type ReferenceTable = {
  /** The name, by which specs name the table in `reference`. */
  name: string;
  /** The SHA-256 of the CSV file, hexadecimal. */
  version: string;
  /** The number of rows. */
  rows: number;
  /** The columns, in the order of the file. */
  columns: string[];
  /** The size of the file. */
  bytes: number;
  /** When this version was stored. */
  updatedAt: string;
};

/** The schema RemoteFile. */
export type RemoteFile = {
  /** The path below the root of the integration. */
  path: string;
  /** The last part of the path. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** When the content last changed. Null if the system does not report it. */
  modified: string | null;
  /** A text that changes with the content, as far as the system reports that. */
  version: string;
};

/** The settings of the type REST_API. */
export type RestApiConfig = {
  /** The URL below which the files are, for example https://files.bank.example/v1. */
  baseUrl: string;
  /** Of every request, without secrets: `{ "accept-language": "de" }`. */
  headers?: Record<string, string> | null;
  /** How the files are found. Default: a JSON list of their names at the address itself. */
  files?:
    | {
        /** Below the address, for example daily.csv. */
        path: string;
      }
    | {
        /** Of a JSON document. Default: the address itself. */
        list?: string;
        /** A JSON pointer in it, for example `/data/files`. */
        pointer?: string;
        /** Of each item of the list. Default: `name`. */
        name?: string;
      }
    | null;
  /** From 1s to 5m. Default: 30s. */
  timeout?: string | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** The schema RetryInput. */
export type RetryInput = {
  /** The ids or names of files. A name means the file of this name that was seen last. */
  files?: string[];
  /** Only files in this state. */
  state?: 'failed' | 'quarantined' | 'done' | 'ignored';
  /** Only files that have ended at this date or time, or later. */
  since?: string;
  /** The version of the spec: the current one, or that of the earlier run. */
  specVersion?: 'CURRENT' | 'SAME';
  /** Whether the reference tables have the versions of the earlier run, instead of the current ones. */
  keepReference?: boolean;
  /** Whether files that were published are published again. */
  force?: boolean;
};

/** What an approval would publish. `obstacle`: why it would publish nothing. `failure`: why the file cannot be read to its end. Values of sensitive fields are masked. */
export type Review = {
  file: JobFile;
  obstacle: {
    /** The reason, for example `changing` or `source_changed`. */
    code: string;
    /** One sentence for a person. */
    message: string;
  } | null;
  /** The records, in file order. */
  records: ReviewedRecord[];
  /** Whether more records follow: see Link. */
  hasMore: boolean;
  failure: Failure | null;
};

/** The schema ReviewedRecord. */
export type ReviewedRecord = {
  /** The number of the record in the file. */
  record: number;
  /** The name of its type. Absent if the spec has one type of records. */
  recordType?: string;
  /** The record as it was sent. Null if the file is no longer stored. */
  original: {
    /** The line on which it begins. Null if it had no issue. */
    line: number | null;
    /** Its cells. Null if their places are not known. */
    cells: ReviewedValue[] | null;
    /** The issues that it had. */
    messages: Issue[];
  } | null;
  /** processed: its event is published. Otherwise it is rejected again. */
  outcome: 'processed' | 'failed' | 'skipped';
  /** The issues that it has now. */
  messages: Issue[];
  /** The members of its event. Null if it becomes none. */
  event: ReviewedValue[] | null;
};

/** The schema ReviewedValue. */
export type ReviewedValue = {
  /** The field, as the spec or the event names it. */
  name: string;
  /** The value as a text, cut after 1,000 characters. Null if there is none, or if it is masked. */
  text: string | null;
  /** How many characters a masked value has. */
  length?: number;
};

/** The schema Run. */
export type Run = {
  /** QUEUED: waits for a thread. RUNNING: is read. PAUSED: waits for the reason in `pause`, and resumes by itself. The others: see ProcessingResult. */
  status: 'QUEUED' | 'RUNNING' | 'PAUSED' | 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  /** The id of the run. */
  runId: string;
  /** The id of the spec. */
  specId: string;
  /** The earlier run of the same file whose messages those of this run replace. */
  supersedes?: string;
  /** The earlier run whose rejects this one has read again. */
  rejectsOf?: string;
  /** The topic of the messages. Null if the run has another destination. */
  topic: string | null;
  /** The topic of the records that are not published. */
  deadLetterTopic: string | null;
  destination?: TableDestination | FileDestination;
  progress: {
    /** How far the file was read, in bytes. */
    bytes: number;
    /** The size of the file as sent, in bytes. */
    totalBytes: number;
  };
  /** When the run was accepted. */
  createdAt: string;
  /** When the run ended. Null while it has not. */
  finishedAt: string | null;
  pause?: Pause;
  /** The number of records: processed, failed and skipped ones. */
  totalRecords: number;
  /** Records that became messages, or would in a dry run. */
  processedRecords: number;
  /** Records with a FATAL issue. They do not become messages. */
  failedRecords: number;
  /** Records with an ERROR, if `skipInvalidRecords` is set. They do not become messages. */
  skippedRecords: number;
  /** The duration in milliseconds. */
  durationMs: number;
  /** Records whose worst issue is a WARNING. */
  warningRecords: number;
  /** Records with an ERROR or FATAL issue. */
  errorRecords: number;
  /** Records in which a correction changed a text or filled a null. */
  correctedRecords: number;
  /** Lines that are not records: blank lines, comments, skipped lines. */
  otherLines: number;
  failure?: Failure;
  /** FILE: the records were published in the order of the file. NONE: several instances have published pieces of the file at the same time. Absent in a dry run. */
  ordering?: 'FILE' | 'NONE';
  /** The version of the spec (SHA-256 of its canonical form). */
  specVersion: string;
  /** The name of the file as sent. */
  fileName: string;
  /** The SHA-256 of the file as sent, before decompression. */
  fileSha256: string | null;
  /** The reference tables with which the file is read. Absent if the spec names none. */
  reference?: TableVersion[];
  /** Findings about the file as a whole. */
  warnings: Warning[];
  /** The exact number of issues by code, rule, field and severity. */
  issueCounts: IssueCount[];
  /** The number of messages. Absent if the spec has one type of records and the file was published: then it is `processedRecords`. */
  publishedRecords?: number;
  /** The counts of each record type. Absent if the spec has one type of records. */
  recordTypes?: TypeCounts[];
  /** The counts of documents. Absent if no record type of the spec has `reject: WHOLE`. */
  documents?: DocumentCounts[];
  /** Issues of the file as a whole. Absent if the spec has one type of records. */
  fileIssues?: FileIssue[];
  /** Present if the file has more issues than `fileIssues` lists, which is 1,000. */
  fileIssuesTruncated?: boolean;
  /** The rules of the file whose issues are warnings, because the rejects that this run reads again lack their totals. Absent if there are none. */
  waivedRules?: string[];
  /** The record types with totals of the whole file that the rejects leave out. Absent if there are none. */
  rejectsWithout?: string[];
  /** The first records with issues, at most `errorLimit`. */
  errors: RecordError[];
  /** Whether `errors` omits a record with issues. */
  errorsTruncated: boolean;
};

/** The schema RunSummary. */
export type RunSummary = {
  /** QUEUED: waits for a thread. RUNNING: is read. PAUSED: waits for the reason in `pause`, and resumes by itself. The others: see ProcessingResult. */
  status: 'QUEUED' | 'RUNNING' | 'PAUSED' | 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  /** The id of the run. */
  runId: string;
  /** The id of the spec. */
  specId: string;
  /** The earlier run of the same file whose messages those of this run replace. */
  supersedes?: string;
  /** The earlier run whose rejects this one has read again. */
  rejectsOf?: string;
  /** The topic of the messages. Null if the run has another destination. */
  topic: string | null;
  /** The topic of the records that are not published. */
  deadLetterTopic: string | null;
  destination?: TableDestination | FileDestination;
  progress: {
    /** How far the file was read, in bytes. */
    bytes: number;
    /** The size of the file as sent, in bytes. */
    totalBytes: number;
  };
  /** When the run was accepted. */
  createdAt: string;
  /** When the run ended. Null while it has not. */
  finishedAt: string | null;
  pause?: Pause;
  /** The number of records: processed, failed and skipped ones. */
  totalRecords: number;
  /** Records that became messages, or would in a dry run. */
  processedRecords: number;
  /** Records with a FATAL issue. They do not become messages. */
  failedRecords: number;
  /** Records with an ERROR, if `skipInvalidRecords` is set. They do not become messages. */
  skippedRecords: number;
  /** The duration in milliseconds. */
  durationMs: number;
  /** Records whose worst issue is a WARNING. */
  warningRecords: number;
  /** Records with an ERROR or FATAL issue. */
  errorRecords: number;
  /** Records in which a correction changed a text or filled a null. */
  correctedRecords: number;
  /** Lines that are not records: blank lines, comments, skipped lines. */
  otherLines: number;
  failure?: Failure;
  /** FILE: the records were published in the order of the file. NONE: several instances have published pieces of the file at the same time. Absent in a dry run. */
  ordering?: 'FILE' | 'NONE';
  /** The version of the spec (SHA-256 of its canonical form). */
  specVersion: string;
  /** The name of the file as sent. */
  fileName: string;
  /** The SHA-256 of the file as sent, before decompression. */
  fileSha256: string | null;
  /** The reference tables with which the file is read. Absent if the spec names none. */
  reference?: TableVersion[];
  /** Findings about the file as a whole. */
  warnings: Warning[];
  /** The exact number of issues by code, rule, field and severity. */
  issueCounts: IssueCount[];
  /** The number of messages. Absent if the spec has one type of records and the file was published: then it is `processedRecords`. */
  publishedRecords?: number;
  /** The counts of each record type. Absent if the spec has one type of records. */
  recordTypes?: TypeCounts[];
  /** The counts of documents. Absent if no record type of the spec has `reject: WHOLE`. */
  documents?: DocumentCounts[];
  /** Issues of the file as a whole. Absent if the spec has one type of records. */
  fileIssues?: FileIssue[];
  /** Present if the file has more issues than `fileIssues` lists, which is 1,000. */
  fileIssuesTruncated?: boolean;
  /** The rules of the file whose issues are warnings, because the rejects that this run reads again lack their totals. Absent if there are none. */
  waivedRules?: string[];
  /** The record types with totals of the whole file that the rejects leave out. Absent if there are none. */
  rejectsWithout?: string[];
};

/** The schema SampleFile. */
export type SampleFile = {
  /** The name of the file. */
  name: string;
  /** The size of the file in bytes. */
  bytes: number;
};

/** The settings of the type SFTP. */
export type SftpConfig = {
  /** The name or the address of the server, for example sftp.bank.example. */
  host: string;
  /** Default: 22. */
  port?: number | null;
  /** The folder below which files are read and written. Default: all of it (/). */
  root?: string | null;
  /** The fingerprints of the server, one on each line: SHA256: and 43 characters. Leave it empty, and the test of the connection shows what the server has. */
  hostKeys?: string | string[] | null;
  /** At the same time. Default: 4. */
  maxConnections?: number | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** Describes how Specmill reads, corrects and checks the records of a file, and which message it publishes for each. */
export type Spec = {
  /** The id of the spec. It never changes. */
  id: string;
  /** Where the spec is managed: in the specs folder, or over the API. */
  origin: 'git' | 'api';
  /** SHA-256 of the spec in canonical form (RFC 8785). It is the ETag. */
  version: string;
  /** The number of the version. Specs of the API only. */
  revision?: number;
  /** When the spec was created. Specs of the API only. */
  createdAt?: string;
  /** When the spec was last replaced. Specs of the API only. */
  updatedAt?: string;
  /** Warnings about the spec; errors if it does not compile in this version. */
  diagnostics: Diagnostic[];
  /** The name of the spec. In git it is the name of the file without its extension and matches `^[a-z][a-z0-9-]*$`. */
  name: string | number | boolean;
  /** What the files contain. It appears in the documentation of the spec and in the generated module. Default: none. */
  description?: string | number | boolean;
  /** The format of the file. */
  format: 'CSV' | 'FIXED_WIDTH' | 'XML' | 'JSON' | 'XLSX';
  /** The encoding of the file: any label of the WHATWG Encoding standard, and for FIXED_WIDTH also IBM037, IBM273, IBM277, IBM280, IBM284, IBM285, IBM297, IBM500, IBM871, IBM1047 and IBM1140 to IBM1149. A byte order mark of UTF-8 or UTF-16 at the start of the file overrides it; in XML, the declaration of the document, too. Default: `UTF-8`. */
  encoding?: string | number | boolean;
  /** CSV, FIXED_WIDTH: whether the first line is a header. Default: `true` for CSV, `false` for FIXED_WIDTH. */
  hasHeader?: boolean;
  /** CSV: the character between cells, or up to eight of them. AUTO: comma, semicolon, tab or `|`, as the first lines decide: with a header, the one that gives all required columns, else the one that gives each line as many cells as the spec has fields; a first line `sep=;` decides alone. If several do and would read the lines differently (`delimiter_ambiguous`), or none does (`delimiter_unknown`), the run is FAILED. The run warning DELIMITER_CHOSEN names it. Default: a comma. */
  delimiter?: string | number;
  /** CSV: the character around quoted cells. `""` disables quoting. Default: a double quote. */
  quote?: string | number;
  /** CSV: the character before a quote inside a quoted cell. Default: the quote itself, doubled; with `escapeOutsideQuotes`, a backslash. */
  escape?: string | number;
  /** CSV: whether `escape` also escapes a delimiter, a quote or itself in cells without quotes: `\,` is a comma of the value. Before any other character, it is a character of the value. Default: `false`. */
  escapeOutsideQuotes?: boolean;
  /** CSV: whether a line that is one quoted cell contains the cells of the record: `"1,""Smith, J"",2"` has three. Lines that are not one quoted cell are read as usual. Default: `false`. */
  wholeRowQuoted?: boolean;
  /** CSV: the character that begins a comment line, which is not a record. Default: none. */
  comment?: string | number;
  /** CSV: one to four characters that end each record, instead of a line end. Line ends after it belong to no record. A separator in a quoted cell is a part of its value. Each record counts as a line. Default: a record ends with its line. */
  recordSeparator?: string | number;
  /** CSV, FIXED_WIDTH: physical lines to skip. Default: none. */
  skipLines?: {
    /** The number of lines before the header or the first record. Default: 0. */
    top?: number;
    /** CSV: HEADER skips the lines before the first line that has all columns the run needs, and at least one that a field reads. At most 1,000 lines are skipped; without such a line, the run is FAILED, MISSING_HEADER. Default: the first line is the header. */
    until?: 'HEADER';
    /** The number of lines at the end of the file. Default: 0. */
    bottom?: number;
  };
  /** CSV, FIXED_WIDTH: whether to skip blank lines. In CSV, a line of blanks is blank. In FIXED_WIDTH, only a line without characters is. Default: `true`. */
  skipBlankLines?: boolean;
  /** CSV: whether blanks and tabs around the delimiter, and before an opening or after a closing quote, belong to no cell. Default: `false`, and the run warning QUOTE_AFTER_BLANK counts records with a blank before a quote. */
  skipBlanks?: boolean;
  /** Whether a record that equals the header line is another line, whatever its quotes and the blanks around its names. Default: `false`, and the run warning HEADER_REPEATED counts them. */
  skipRepeatedHeader?: boolean;
  /** CSV: whether each record may have one empty cell more than the header, because it ends with a delimiter. AUTO: if the header ends with an empty cell, or the first record has exactly one cell more than the header, which is empty while all others are not. Default: `AUTO` with a header, else `NO`. */
  trailingDelimiter?: 'AUTO' | 'YES' | 'NO';
  /** CSV: when a name of the header is that of a field. EXACT: if both are equal. IGNORE_CASE: if they differ only in blanks and in the case of letters. Default: `EXACT`. */
  headerMatch?: 'EXACT' | 'IGNORE_CASE';
  /** CSV: the names of header columns that are known and that no field reads. They get no warning. Default: none. */
  ignoreColumns?: (string | number | boolean)[];
  /** CSV: how fields find their columns. NAME: by the names in the header. POSITION: in the order of the fields. Default: NAME with a header, else POSITION. */
  columnMatch?: 'NAME' | 'POSITION';
  /** CSV, FIXED_WIDTH: the severity of a record with too many cells, or with text after recordLength. IGNORE reports nothing. Default: `FATAL`. */
  onExtraColumns?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** CSV, FIXED_WIDTH: the severity of a record with too few cells, or that ends before its last field begins. IGNORE reports nothing. With FATAL or ERROR, a column that the header lacks fails the run. Default: `FATAL`. */
  onMissingColumns?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** How a file is treated that has lines or elements, but no record. FATAL: the run ends as FAILED, `no_record_found`. WARNING: a warning of the run. A file without lines is always the warning EMPTY_FILE. Default: `FATAL`. */
  onNoRecords?: 'FATAL' | 'WARNING';
  recordWhen?: SpecRecordWhen;
  /** FIXED_WIDTH: how a line is treated that is shorter than `recordLength`. PAD: as if blanks followed, and blanks after `recordLength` are ignored. FATAL, ERROR, WARNING: the severity of the issue RECORD_TOO_SHORT. Default: it is read as far as it goes, and the run warning SHORT_RECORDS counts it. */
  onShortRecord?: 'PAD' | 'FATAL' | 'ERROR' | 'WARNING';
  /** FIXED_WIDTH: what `start`, `length` and `recordLength` count. CHARACTERS: characters. BYTES: bytes in the encoding of the spec; a field that begins or ends inside of a character is INVALID_ENCODING (FATAL). In encodings of one byte, both are the same. Default: `CHARACTERS`. */
  positions?: 'CHARACTERS' | 'BYTES';
  /** FIXED_WIDTH: the length of a record in characters. In EBCDIC, lengths are bytes. Required with lineTerminator NONE. Default: any length. */
  recordLength?: number;
  records?: SpecRecords;
  /** FIXED_WIDTH: how records end. AUTO: at LF, CRLF or CR. NONE: after recordLength characters, without line ends. Default: `AUTO`. */
  lineTerminator?: 'AUTO' | 'NONE';
  /** XML: the path of the elements that are records, such as `/Document/Stmt/Ntry`, or `//Ntry` for elements anywhere. `[@name='value']` or `[2]` after a name selects elements by an attribute or by their position. Required for XML. JSON: the JSON Pointer of the values that are records, such as `/orders/*`; `*` is each member or item. Default for JSON: each line is a record (JSON Lines). */
  recordPath?: string | number | boolean;
  /** XML: how a DOCTYPE without an internal subset is treated. SKIP: it is ignored, and nothing that it refers to is loaded. REJECT: the document is MALFORMED_XML, as with an internal subset. Default: `SKIP`. */
  onDoctype?: 'REJECT' | 'SKIP';
  /** XML: how a record is treated in which the path of a field without `separator` matches more than once. FATAL, ERROR, WARNING: the severity of the issue SEVERAL_MATCHES. IGNORE: the first value counts. Default: the first value counts, and the run warning SEVERAL_MATCHES counts such records. */
  onSeveralMatches?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** XML: whether several documents may follow each other in a file, in the same encoding. Default: `false`, a second root element is MALFORMED_XML. */
  concatenated?: boolean;
  /** XML: the namespace URI of each prefix in paths. Default: none. */
  namespaces?: Record<string, string | number | boolean>;
  /** JSON: whether a string is read as the number that it contains, where a number is declared. Default: `false`, it is TYPE_MISMATCH. */
  lenient?: boolean;
  /** XLSX: the name of the sheet with the records, or its number from 1 if no sheet has this name. Default: 1, the first sheet. */
  sheet?: string | number | boolean;
  /** XLSX: the part of the sheet with the header and the records, such as `A5:H`, which has all rows from 5 on, or `B2:H200`. Default: the whole sheet. */
  range?: string | number | boolean;
  /** The severity of a text that does not fit the type of its field. With ERROR, the message may contain null instead. Default: `FATAL`. */
  onTypeMismatch?: 'FATAL' | 'ERROR';
  /** The severity of null in a field with `required: true`. With ERROR, the message may contain null. A REQUIRED rule has its own severity. Default: `FATAL`. */
  onMissingRequired?: 'FATAL' | 'ERROR';
  /** The texts that mean null, in addition to empty text. Default: none. */
  nullValues?: (string | number | boolean)[];
  /** The fields that form the key of the message. One field: its text. Several: a JSON array of their texts. If any is null, the message has no key. Default: none. */
  messageKey?: (string | number | boolean)[];
  /** How INTEGER and DECIMAL values appear in the message: as JSON numbers or as strings. Default: `NUMBER`. */
  numbersAs?: 'NUMBER' | 'STRING';
  /** The maximum length of a record, in bytes of UTF-8. The service may set a lower limit. Default: 1048576. */
  maxRecordBytes?: number;
  runWarnings?: SpecRunWarnings;
  /** The reference tables of the spec by their names, for `lookup` and IN_REFERENCE. Each is a CSV file in UTF-8 with a header, of up to 64 MiB and 1,000,000 rows. Default: none. */
  reference?: Record<
    string,
    {
      /** The path of the CSV file in the folder of the specs, such as `reference/currencies.csv`. Default: none, so the table comes from the service or the option `reference`. */
      file?: string | number | boolean;
      /** The column whose values are the keys. Each key occurs once. */
      key: string | number | boolean;
    }
  >;
  fields?: SpecFields;
  correctionRules?: SpecCorrectionRules;
  validationRules?: SpecValidationRules;
  /** The name of a member that each message begins with: it contains the name of the record type. Default: none. */
  recordTypeMember?: string | number | boolean;
  /** The order of the record types that this one encloses. LIST: the order of the list. ANY: any order. Default: `LIST`. */
  order?: 'LIST' | 'ANY';
  /** The severity of a record that does not fit into the order and nesting of the types. IGNORE reports nothing. Default: `FATAL`. */
  onUnexpectedRecord?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The severity of a required record that is missing. IGNORE reports nothing. Default: `FATAL`. */
  onMissingRecord?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The severity of a record of no type. With IGNORE, it is another line. IGNORE reports nothing. Default: `FATAL`. */
  onUnknownRecordType?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The maximum size of a document (`reject: WHOLE`), in bytes: that of its records in the file together with that of its messages. A larger one is DOCUMENT_TOO_LONG. Default: 16777216. */
  maxDocumentBytes?: number;
  /** The maximum number of records of a document, the enclosing record included. A document with more is DOCUMENT_TOO_LONG. Default: 100000. */
  maxDocumentRecords?: number;
  /** A run ends as FAILED when more documents than this number are rejected. The option of a run and of a job has precedence. Default: any number. */
  maxRejectedDocuments?: number;
  continuation?: SpecContinuation;
  filler?: SpecFiller;
  fileRules?: SpecFileRules;
  recordTypes?: SpecRecordTypes;
};

/** The schema SpecCheck. */
export type SpecCheck = {
  /** Whether the spec has no error. */
  valid: boolean;
  /** All errors and warnings. */
  diagnostics: Diagnostic[];
};

/** CSV, FIXED_WIDTH: lines that continue the record before them. They are recognized before the record types. Default: none. */
export type SpecContinuation = {
  /** Selects the continuation lines by a value that each of them has. What follows this value is appended to the record: in CSV the cells after the column, in FIXED_WIDTH the characters after the value. */
  when: {
    /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
    start?: number;
    /** FIXED_WIDTH: the length of the value in characters. */
    length?: number;
    /** CSV: the name of the column in the header, or its number from 1. */
    column?: string | number | boolean;
    /** The values that select a line. Required without startsWith, pattern and all. */
    values?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
    startsWith?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
    pattern?: string | number | boolean;
    /** CSV, FIXED_WIDTH, JSON: conditions that must all hold, each for a value of the record: a place, and values, startsWith or pattern. The keys beside it are one more condition. Default: none. */
    all?: {
      /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
      start?: number;
      /** FIXED_WIDTH: the length of the value in characters. */
      length?: number;
      /** CSV: the name of the column in the header, or its number from 1. */
      column?: string | number | boolean;
      /** The values that select a line. Required without startsWith, pattern and all. */
      values?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
      startsWith?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
      pattern?: string | number | boolean;
    }[];
  };
  /** The record that a line continues. `previous`: the record before it. */
  joins: 'previous';
};

/** Corrections, which change texts before they are parsed and checked. Default: none. */
export type SpecCorrectionRules = Record<string, unknown>[];

/** The fields of a record, in the order of the message. */
export type SpecFields = {
  /** The name of the field in the message. */
  name: string | number | boolean;
  /** The type of the value. A text that does not fit it is TYPE_MISMATCH. */
  type: 'STRING' | 'INTEGER' | 'DECIMAL' | 'DATE' | 'BOOLEAN' | 'TIME' | 'TIMESTAMP';
  /** CSV, XML: the name of the column in the CSV header, or the path of the value below the XML record, such as `Amt/@Ccy`. In CSV, a list of names means the first one that the header has, such as `[Betrag, Amount]`. Default: the name of the field. */
  columnName?: string | number | boolean | (string | number | boolean)[];
  /** Whether null is an issue: REQUIRED, with the severity of `onMissingRequired`. Default: `false`. */
  required?: boolean;
  /** Whether results, logs and pages must not contain the value. The destination, the rejects and the dead-letter topic still contain it. Default: `true` for a value that is computed from a sensitive one, otherwise `false`. */
  sensitive?: boolean;
  /** How the value is masked in every message, key, copy and computed field, whose type is then STRING. The field is `sensitive`. Rules, and the rejects of a run, have the value of the file. Null stays null. A run of the spec refuses a dead-letter topic. Default: the value is not masked. */
  mask?: Record<string, unknown>;
  /** The expression from which the value is computed, in a subset of CEL, such as `quantity * price`. Then the field has no column and no corrections. Default: the value is read from the file. */
  value?: string | number | boolean;
  /** CSV, FIXED_WIDTH: the line before the header or the first record that has the value, which is the same for each record. Such lines are those of skipLines. Then the field has no column and no position. Not found: the value is null, as an empty cell is. Default: the value is in each record. */
  fromLine?: {
    /** The number of the line in the file, from 1, blank lines and comments included. */
    line: number;
    /** A regular expression as in REGEX_REPLACE, with a group in parentheses: `Konto: *([0-9]+)`. It is searched in the line, and the first group of the first match is the value. A line of more than 64 KiB, or of more than maxRecordBytes, is not searched. */
    pattern: string | number | boolean;
  };
  /** Whether the message contains the value. If not, it is only read, checked and computed with. Default: `true`. */
  publish?: boolean;
  /** INTEGER, DECIMAL: the character between groups of three digits, or a list of alternatives. A number has one kind of them. `SPACE` is U+0020, U+00A0, U+2009 and U+202F, and `APOSTROPHE` is ' and ’. A number has all of its separators or none. Default: none. */
  groupSeparator?: string | number | boolean | (string | number | boolean)[];
  /** INTEGER, DECIMAL: THREES for groups of three digits, or INDIAN for a last group of three and others of two: `12,34,567`. Default: THREES. */
  grouping?: 'THREES' | 'INDIAN';
  /** INTEGER, DECIMAL: where the sign is. LEADING: `-5`. TRAILING: `5-`. EITHER: one of both. PARENTHESES: `(5)` is negative. OVERPUNCH: the last character is a digit with a sign, `{` and A to I for 0 to 9, `}` and J to R for 0 to 9 of a negative number. Default: LEADING. */
  sign?: 'LEADING' | 'TRAILING' | 'EITHER' | 'PARENTHESES' | 'OVERPUNCH';
  /** INTEGER, DECIMAL: true also reads numbers with an exponent, such as `1.5e-3`, exactly and up to 1,000 digits. Default: false. */
  exponent?: boolean;
  /** INTEGER, DECIMAL: texts before or after the number that do not belong to it, such as `€`, `EUR` or `%`. The blanks next to one are removed, too. Default: none. */
  affixes?: (string | number | boolean)[];
  /** DECIMAL: the character before the decimals. Default: `.`. */
  decimalSeparator?: string | number;
  /** DECIMAL: the number of decimals at the end of a text of digits. With 2, `0001234` is 12.34. It cannot be combined with separators. Default: none. */
  scale?: number;
  /** DECIMAL: the number of digits of values in schemas of messages, such as Avro. A value with more digits is the issue VALUE_DOES_NOT_FIT in runs that publish such messages. Default: values are texts in these messages. */
  schemaPrecision?: number;
  /** DECIMAL: how many of the digits of `schemaPrecision` are decimals. Both keys need each other. */
  schemaScale?: number;
  /** DATE, TIME, TIMESTAMP: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: `yyyy-MM-dd` for a DATE, `HH:mm[:ss[.SSS]]` for a TIME, `yyyy-MM-dd'T'HH:mm:ss[.SSS]` for a TIMESTAMP, with its offset (`XXX`) unless the field has a `zone`. */
  format?: string | number | boolean;
  /** DATE, TIMESTAMP: the first of the hundred years that `yy` means. With 1950, 50 to 99 are 1950 to 1999, and 00 to 49 are 2000 to 2049. Default: 2000. */
  centuryStart?: number;
  /** DATE, TIMESTAMP: the language of the names of months and weekdays, such as `de` or `pt-PT`. The names are those of CLDR, in any case: the forms beside a day and alone, and short ones with and without a dot. Default: English, with short names of three letters. */
  locale?: string | number | boolean;
  /** BOOLEAN: the texts that mean true. Default: `true` in any case. */
  trueValues?: (string | number | boolean)[];
  /** BOOLEAN: the texts that mean false. Default: `false` in any case. */
  falseValues?: (string | number | boolean)[];
  /** TIME: true also accepts `24:00`, the end of a day. Default: false. */
  endOfDay?: boolean;
  /** TIMESTAMP: the zone of a text without an offset, as in the tz database: `Europe/Berlin`. Required unless `format` has an offset (X, Z). */
  zone?: string | number | boolean;
  /** TIMESTAMP: the meaning of a local time that exists twice, when clocks are set back. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE. */
  onAmbiguousTime?: 'EARLIER' | 'LATER' | 'ISSUE';
  /** TIMESTAMP: the meaning of a local time that does not exist, when clocks are set forward. SHIFT moves it by the gap. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE. */
  onMissingTime?: 'SHIFT' | 'ISSUE';
  /** TIMESTAMP: true writes the offset of the text or the zone in the message. Default: false, which writes UTC. */
  keepOffset?: boolean;
  /** FIXED_WIDTH: the position of the field’s first character in the record, from 1. In EBCDIC, positions are bytes. Required for FIXED_WIDTH. */
  start?: number;
  /** FIXED_WIDTH: the length of the field in characters. In EBCDIC, lengths are bytes. Required for FIXED_WIDTH. */
  length?: number;
  /** FIXED_WIDTH: the side of the value in its column. LEFT strips padding on the right, RIGHT on the left. Default: `LEFT`. */
  align?: 'LEFT' | 'RIGHT';
  /** FIXED_WIDTH, INTEGER and DECIMAL: the number is stored as bytes that are no text, as mainframes do. PACKED (COMP-3): two digits a byte, the last four bits are the sign (C, A, E, F: plus; D, B: minus). ZONED: digits in EBCDIC, the first four bits of one byte are the sign. BINARY (COMP, COMP-4): 2, 4 or 8 bytes, the most significant first. `start` and `length` count bytes, and `scale` says how many digits are decimals. FLOAT is not read. Bytes that are no number are TYPE_MISMATCH, which shows them in hexadecimal. Requires `lineTerminator: NONE` or `records`, and an encoding with a character for each byte, such as IBM037. Byte order marks, compression and encodings are not detected. Default: the number is a text. */
  storage?:
    | 'PACKED'
    | 'ZONED'
    | 'BINARY'
    | 'FLOAT'
    | {
        /** How the bytes are read. */
        kind: 'PACKED' | 'ZONED' | 'BINARY' | 'FLOAT';
        /** ZONED: where the sign is: in the last or the first byte of the digits, or in a byte of its own before or after them. Default: `TRAILING`. */
        sign?: 'TRAILING' | 'LEADING' | 'SEPARATE_LEADING' | 'SEPARATE_TRAILING';
        /** PACKED, BINARY: whether the number has no sign. Then a minus in a PACKED number is TYPE_MISMATCH. Default: false. */
        unsigned?: boolean;
      };
  /** FIXED_WIDTH: the bytes of a field with `storage` that mean null, if all of them are equal. BLANKS: blanks in the encoding. LOW: 00. HIGH: FF. Default: none, and such bytes are TYPE_MISMATCH if they are no number. */
  nullStorage?: ('BLANKS' | 'LOW' | 'HIGH')[];
  /** FIXED_WIDTH: the padding character, which is stripped. With `0`, a column of only zeros is read as `0`. Default: a space. */
  padChar?: string | number;
  /** XML: joins all matches of the path with this text. Default: none, only the first match counts. */
  separator?: string | number | boolean;
}[];

/** The rules of the file as a whole. They need `recordTypes`. Default: none. */
export type SpecFileRules = Record<string, unknown>[];

/** CSV, FIXED_WIDTH: lines that only fill the end of the file, such as the lines of nines in NACHA files. They are recognized before the record types and are no records. Default: none. */
export type SpecFiller = {
  /** Selects the filler lines by a value that each of them has. */
  when: {
    /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
    start?: number;
    /** FIXED_WIDTH: the length of the value in characters. */
    length?: number;
    /** CSV: the name of the column in the header, or its number from 1. */
    column?: string | number | boolean;
    /** The values that select a line. Required without startsWith, pattern and all. */
    values?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
    startsWith?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
    pattern?: string | number | boolean;
    /** CSV, FIXED_WIDTH, JSON: conditions that must all hold, each for a value of the record: a place, and values, startsWith or pattern. The keys beside it are one more condition. Default: none. */
    all?: {
      /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
      start?: number;
      /** FIXED_WIDTH: the length of the value in characters. */
      length?: number;
      /** CSV: the name of the column in the header, or its number from 1. */
      column?: string | number | boolean;
      /** The values that select a line. Required without startsWith, pattern and all. */
      values?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
      startsWith?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
      pattern?: string | number | boolean;
    }[];
  };
  /** The number of lines of all records together with the filler lines is a multiple of this number. Otherwise the file has the issue INCOMPLETE_BLOCK. Default: any number of lines. */
  blockOf?: number;
  /** The severity of INCOMPLETE_BLOCK. Default: `FATAL`. */
  severity?: 'FATAL' | 'ERROR' | 'WARNING';
};

/** Describes how Specmill reads, corrects and checks the records of a file, and which message it publishes for each. */
export type SpecInput = {
  /** The name of the spec. In git it is the name of the file without its extension and matches `^[a-z][a-z0-9-]*$`. */
  name: string | number | boolean;
  /** What the files contain. It appears in the documentation of the spec and in the generated module. Default: none. */
  description?: string | number | boolean;
  /** The format of the file. */
  format: 'CSV' | 'FIXED_WIDTH' | 'XML' | 'JSON' | 'XLSX';
  /** The encoding of the file: any label of the WHATWG Encoding standard, and for FIXED_WIDTH also IBM037, IBM273, IBM277, IBM280, IBM284, IBM285, IBM297, IBM500, IBM871, IBM1047 and IBM1140 to IBM1149. A byte order mark of UTF-8 or UTF-16 at the start of the file overrides it; in XML, the declaration of the document, too. Default: `UTF-8`. */
  encoding?: string | number | boolean;
  /** CSV, FIXED_WIDTH: whether the first line is a header. Default: `true` for CSV, `false` for FIXED_WIDTH. */
  hasHeader?: boolean;
  /** CSV: the character between cells, or up to eight of them. AUTO: comma, semicolon, tab or `|`, as the first lines decide: with a header, the one that gives all required columns, else the one that gives each line as many cells as the spec has fields; a first line `sep=;` decides alone. If several do and would read the lines differently (`delimiter_ambiguous`), or none does (`delimiter_unknown`), the run is FAILED. The run warning DELIMITER_CHOSEN names it. Default: a comma. */
  delimiter?: string | number;
  /** CSV: the character around quoted cells. `""` disables quoting. Default: a double quote. */
  quote?: string | number;
  /** CSV: the character before a quote inside a quoted cell. Default: the quote itself, doubled; with `escapeOutsideQuotes`, a backslash. */
  escape?: string | number;
  /** CSV: whether `escape` also escapes a delimiter, a quote or itself in cells without quotes: `\,` is a comma of the value. Before any other character, it is a character of the value. Default: `false`. */
  escapeOutsideQuotes?: boolean;
  /** CSV: whether a line that is one quoted cell contains the cells of the record: `"1,""Smith, J"",2"` has three. Lines that are not one quoted cell are read as usual. Default: `false`. */
  wholeRowQuoted?: boolean;
  /** CSV: the character that begins a comment line, which is not a record. Default: none. */
  comment?: string | number;
  /** CSV: one to four characters that end each record, instead of a line end. Line ends after it belong to no record. A separator in a quoted cell is a part of its value. Each record counts as a line. Default: a record ends with its line. */
  recordSeparator?: string | number;
  /** CSV, FIXED_WIDTH: physical lines to skip. Default: none. */
  skipLines?: {
    /** The number of lines before the header or the first record. Default: 0. */
    top?: number;
    /** CSV: HEADER skips the lines before the first line that has all columns the run needs, and at least one that a field reads. At most 1,000 lines are skipped; without such a line, the run is FAILED, MISSING_HEADER. Default: the first line is the header. */
    until?: 'HEADER';
    /** The number of lines at the end of the file. Default: 0. */
    bottom?: number;
  };
  /** CSV, FIXED_WIDTH: whether to skip blank lines. In CSV, a line of blanks is blank. In FIXED_WIDTH, only a line without characters is. Default: `true`. */
  skipBlankLines?: boolean;
  /** CSV: whether blanks and tabs around the delimiter, and before an opening or after a closing quote, belong to no cell. Default: `false`, and the run warning QUOTE_AFTER_BLANK counts records with a blank before a quote. */
  skipBlanks?: boolean;
  /** Whether a record that equals the header line is another line, whatever its quotes and the blanks around its names. Default: `false`, and the run warning HEADER_REPEATED counts them. */
  skipRepeatedHeader?: boolean;
  /** CSV: whether each record may have one empty cell more than the header, because it ends with a delimiter. AUTO: if the header ends with an empty cell, or the first record has exactly one cell more than the header, which is empty while all others are not. Default: `AUTO` with a header, else `NO`. */
  trailingDelimiter?: 'AUTO' | 'YES' | 'NO';
  /** CSV: when a name of the header is that of a field. EXACT: if both are equal. IGNORE_CASE: if they differ only in blanks and in the case of letters. Default: `EXACT`. */
  headerMatch?: 'EXACT' | 'IGNORE_CASE';
  /** CSV: the names of header columns that are known and that no field reads. They get no warning. Default: none. */
  ignoreColumns?: (string | number | boolean)[];
  /** CSV: how fields find their columns. NAME: by the names in the header. POSITION: in the order of the fields. Default: NAME with a header, else POSITION. */
  columnMatch?: 'NAME' | 'POSITION';
  /** CSV, FIXED_WIDTH: the severity of a record with too many cells, or with text after recordLength. IGNORE reports nothing. Default: `FATAL`. */
  onExtraColumns?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** CSV, FIXED_WIDTH: the severity of a record with too few cells, or that ends before its last field begins. IGNORE reports nothing. With FATAL or ERROR, a column that the header lacks fails the run. Default: `FATAL`. */
  onMissingColumns?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** How a file is treated that has lines or elements, but no record. FATAL: the run ends as FAILED, `no_record_found`. WARNING: a warning of the run. A file without lines is always the warning EMPTY_FILE. Default: `FATAL`. */
  onNoRecords?: 'FATAL' | 'WARNING';
  recordWhen?: SpecRecordWhen;
  /** FIXED_WIDTH: how a line is treated that is shorter than `recordLength`. PAD: as if blanks followed, and blanks after `recordLength` are ignored. FATAL, ERROR, WARNING: the severity of the issue RECORD_TOO_SHORT. Default: it is read as far as it goes, and the run warning SHORT_RECORDS counts it. */
  onShortRecord?: 'PAD' | 'FATAL' | 'ERROR' | 'WARNING';
  /** FIXED_WIDTH: what `start`, `length` and `recordLength` count. CHARACTERS: characters. BYTES: bytes in the encoding of the spec; a field that begins or ends inside of a character is INVALID_ENCODING (FATAL). In encodings of one byte, both are the same. Default: `CHARACTERS`. */
  positions?: 'CHARACTERS' | 'BYTES';
  /** FIXED_WIDTH: the length of a record in characters. In EBCDIC, lengths are bytes. Required with lineTerminator NONE. Default: any length. */
  recordLength?: number;
  records?: SpecRecords;
  /** FIXED_WIDTH: how records end. AUTO: at LF, CRLF or CR. NONE: after recordLength characters, without line ends. Default: `AUTO`. */
  lineTerminator?: 'AUTO' | 'NONE';
  /** XML: the path of the elements that are records, such as `/Document/Stmt/Ntry`, or `//Ntry` for elements anywhere. `[@name='value']` or `[2]` after a name selects elements by an attribute or by their position. Required for XML. JSON: the JSON Pointer of the values that are records, such as `/orders/*`; `*` is each member or item. Default for JSON: each line is a record (JSON Lines). */
  recordPath?: string | number | boolean;
  /** XML: how a DOCTYPE without an internal subset is treated. SKIP: it is ignored, and nothing that it refers to is loaded. REJECT: the document is MALFORMED_XML, as with an internal subset. Default: `SKIP`. */
  onDoctype?: 'REJECT' | 'SKIP';
  /** XML: how a record is treated in which the path of a field without `separator` matches more than once. FATAL, ERROR, WARNING: the severity of the issue SEVERAL_MATCHES. IGNORE: the first value counts. Default: the first value counts, and the run warning SEVERAL_MATCHES counts such records. */
  onSeveralMatches?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** XML: whether several documents may follow each other in a file, in the same encoding. Default: `false`, a second root element is MALFORMED_XML. */
  concatenated?: boolean;
  /** XML: the namespace URI of each prefix in paths. Default: none. */
  namespaces?: Record<string, string | number | boolean>;
  /** JSON: whether a string is read as the number that it contains, where a number is declared. Default: `false`, it is TYPE_MISMATCH. */
  lenient?: boolean;
  /** XLSX: the name of the sheet with the records, or its number from 1 if no sheet has this name. Default: 1, the first sheet. */
  sheet?: string | number | boolean;
  /** XLSX: the part of the sheet with the header and the records, such as `A5:H`, which has all rows from 5 on, or `B2:H200`. Default: the whole sheet. */
  range?: string | number | boolean;
  /** The severity of a text that does not fit the type of its field. With ERROR, the message may contain null instead. Default: `FATAL`. */
  onTypeMismatch?: 'FATAL' | 'ERROR';
  /** The severity of null in a field with `required: true`. With ERROR, the message may contain null. A REQUIRED rule has its own severity. Default: `FATAL`. */
  onMissingRequired?: 'FATAL' | 'ERROR';
  /** The texts that mean null, in addition to empty text. Default: none. */
  nullValues?: (string | number | boolean)[];
  /** The fields that form the key of the message. One field: its text. Several: a JSON array of their texts. If any is null, the message has no key. Default: none. */
  messageKey?: (string | number | boolean)[];
  /** How INTEGER and DECIMAL values appear in the message: as JSON numbers or as strings. Default: `NUMBER`. */
  numbersAs?: 'NUMBER' | 'STRING';
  /** The maximum length of a record, in bytes of UTF-8. The service may set a lower limit. Default: 1048576. */
  maxRecordBytes?: number;
  runWarnings?: SpecRunWarnings;
  /** The reference tables of the spec by their names, for `lookup` and IN_REFERENCE. Each is a CSV file in UTF-8 with a header, of up to 64 MiB and 1,000,000 rows. Default: none. */
  reference?: Record<
    string,
    {
      /** The path of the CSV file in the folder of the specs, such as `reference/currencies.csv`. Default: none, so the table comes from the service or the option `reference`. */
      file?: string | number | boolean;
      /** The column whose values are the keys. Each key occurs once. */
      key: string | number | boolean;
    }
  >;
  fields?: SpecFields;
  correctionRules?: SpecCorrectionRules;
  validationRules?: SpecValidationRules;
  /** The name of a member that each message begins with: it contains the name of the record type. Default: none. */
  recordTypeMember?: string | number | boolean;
  /** The order of the record types that this one encloses. LIST: the order of the list. ANY: any order. Default: `LIST`. */
  order?: 'LIST' | 'ANY';
  /** The severity of a record that does not fit into the order and nesting of the types. IGNORE reports nothing. Default: `FATAL`. */
  onUnexpectedRecord?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The severity of a required record that is missing. IGNORE reports nothing. Default: `FATAL`. */
  onMissingRecord?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The severity of a record of no type. With IGNORE, it is another line. IGNORE reports nothing. Default: `FATAL`. */
  onUnknownRecordType?: 'FATAL' | 'ERROR' | 'WARNING' | 'IGNORE';
  /** The maximum size of a document (`reject: WHOLE`), in bytes: that of its records in the file together with that of its messages. A larger one is DOCUMENT_TOO_LONG. Default: 16777216. */
  maxDocumentBytes?: number;
  /** The maximum number of records of a document, the enclosing record included. A document with more is DOCUMENT_TOO_LONG. Default: 100000. */
  maxDocumentRecords?: number;
  /** A run ends as FAILED when more documents than this number are rejected. The option of a run and of a job has precedence. Default: any number. */
  maxRejectedDocuments?: number;
  continuation?: SpecContinuation;
  filler?: SpecFiller;
  fileRules?: SpecFileRules;
  recordTypes?: SpecRecordTypes;
};

/** The types of records, for a file with several of them. A spec has either `fields` or `recordTypes`. Default: one type. */
export type SpecRecordTypes = {
  /** The name of the type. It matches `^[a-z][A-Za-z0-9]*$` and is unique in the spec. */
  name: string | number | boolean;
  /** Selects the records of the type by a value that each of them has, or by several. One type may omit it: it has all records that no other type selects. Required otherwise. */
  when?: {
    /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
    start?: number;
    /** FIXED_WIDTH: the length of the value in characters. */
    length?: number;
    /** CSV: the name of the column in the header, or its number from 1. JSON: the JSON Pointer of the value in the record, such as `/kind`. */
    column?: string | number | boolean;
    /** FIXED_WIDTH, CSV, JSON: the values that select a record of the type. Required without startsWith, pattern, all and path. */
    values?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
    startsWith?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
    pattern?: string | number | boolean;
    /** CSV, FIXED_WIDTH, JSON: conditions that must all hold, each for a value of the record: a place, and values, startsWith or pattern. The keys beside it are one more condition. Default: none. */
    all?: {
      /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. */
      start?: number;
      /** FIXED_WIDTH: the length of the value in characters. */
      length?: number;
      /** CSV: the name of the column in the header, or its number from 1. JSON: the JSON Pointer of the value in the record, such as `/kind`. */
      column?: string | number | boolean;
      /** FIXED_WIDTH, CSV, JSON: the values that select a record of the type. Required without startsWith, pattern, all and path. */
      values?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
      startsWith?: (string | number | boolean)[];
      /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
      pattern?: string | number | boolean;
    }[];
    /** XML: the path of the elements that are records of the type, such as `/Document/Stmt`, or `//Ntry` for elements anywhere. Required for XML. JSON: the JSON Pointer of the values, such as `/orders/* /lines/*`. Required for records inside of others. */
    path?: string | number | boolean;
  };
  /** The name of the type whose records enclose these records. Default: the file. */
  in?: string | number | boolean;
  /** How often the type occurs in each enclosing record, or in the file. ONCE: exactly 1. OPTIONAL: 0 to 1. SOME: 1 or more. MANY: 0 or more. Or a mapping with `min` and `max`, or with the `field` of the enclosing record that contains the number. Default: `MANY`. */
  occurs?:
    | 'ONCE'
    | 'OPTIONAL'
    | 'SOME'
    | 'MANY'
    | {
        /** The least number of records. Default: 0. */
        min?: number;
        /** The name of an INTEGER field of the enclosing record. Its value is the number of records. */
        field?: string | number | boolean;
        /** The largest number of records. Default: any number. */
        max?: number;
      };
  /** CSV, FIXED_WIDTH: the records are groups of values in a line of the record type of `in`, such as Item1, Qty1, Item2, Qty2. They follow the record of that line. The type has no `when`. With `occurs: { field }`, the field has the number of groups. */
  repeat?: {
    /** The record type whose lines have the groups: that of `in`. Default: that of `in`. */
    of?: string | number | boolean;
    /** The largest number of groups in a line. */
    times: number;
    /** CSV: the names of the columns of a group, without the number. Default: the columns of the fields. */
    columns?: (string | number | boolean)[];
    /** How the names of columns are formed: `{column}` is the name of a column, `{n}` the number of the group, from 1. Issues name these columns. Default: `{column}{n}`. */
    naming?: string | number | boolean;
    /** Whether a group without content is no record and ends the groups. A group with content after it is GROUP_AFTER_EMPTY (FATAL). Not used with `occurs: { field }`. Default: `false`: each group is a record. */
    stopWhenEmpty?: boolean;
    /** FIXED_WIDTH: the position of the first character of the first group in the line, from 1. `start` of the fields counts from the beginning of a group. Required for FIXED_WIDTH. CSV by position: the number of the first column of the first group. Default: the column after those before it. */
    start?: number;
    /** FIXED_WIDTH: the number of characters of a group. Required for FIXED_WIDTH. CSV by position: the number of columns of a group. Default: the number of fields. */
    length?: number;
  };
  /** The order of the record types that this one encloses. LIST: the order of the list. ANY: any order. Default: `LIST`. */
  order?: 'LIST' | 'ANY';
  /** The records are a member of the event of the record that encloses them, and no events of their own. The member has this name. It is a list, or with `occurs: ONCE` or OPTIONAL an object or null. The enclosing event is a document (`reject: WHOLE`). Default: the records are events. */
  as?: string | number | boolean;
  /** The record is a document (`reject: WHOLE`) that is read to its end before its first record is checked. So records inside it may copy values that come after them: in XML those of the record itself, in CSV and FIXED_WIDTH those of a later record that occurs at most once, such as a trailer. A record with members (`as`) is always read so. Default: `false`. */
  hold?: boolean;
  /** WHOLE: a record of the type and all records inside it form a document, which is accepted or rejected as a whole. If one of them fails or is skipped, or a rule of the file in this scope is broken, all of them get the worst of these outcomes. Default: each record has its own outcome. */
  reject?: 'WHOLE';
  /** Whether the records become messages. If not, they are only checked and counted. Default: `true`. */
  publish?: boolean;
  /** The fields of a record of this type, in the order of the message. */
  fields: {
    /** The name of the field in the message. */
    name: string | number | boolean;
    /** The type of the value. A text that does not fit it is TYPE_MISMATCH. */
    type?: 'STRING' | 'INTEGER' | 'DECIMAL' | 'DATE' | 'BOOLEAN' | 'TIME' | 'TIMESTAMP';
    /** The field of an enclosing or earlier record whose value is copied, such as `batch.creditor`. Then the field has no type and no position. Default: none. */
    from?: string | number | boolean;
    /** CSV, XML: the name of the column in the CSV header, or the path of the value below the XML record, such as `Amt/@Ccy`. In CSV, a list of names means the first one that the header has, such as `[Betrag, Amount]`. Default: the name of the field. */
    columnName?: string | number | boolean | (string | number | boolean)[];
    /** Whether null is an issue: REQUIRED, with the severity of `onMissingRequired`. Default: `false`. */
    required?: boolean;
    /** Whether results, logs and pages must not contain the value. The destination, the rejects and the dead-letter topic still contain it. Default: `true` for a value that is computed from a sensitive one, otherwise `false`. */
    sensitive?: boolean;
    /** How the value is masked in every message, key, copy and computed field, whose type is then STRING. The field is `sensitive`. Rules, and the rejects of a run, have the value of the file. Null stays null. A run of the spec refuses a dead-letter topic. Default: the value is not masked. */
    mask?: Record<string, unknown>;
    /** The expression from which the value is computed, in a subset of CEL, such as `quantity * price`. Then the field has no column and no corrections. Default: the value is read from the file. */
    value?: string | number | boolean;
    /** CSV, FIXED_WIDTH: the line before the header or the first record that has the value, which is the same for each record. Such lines are those of skipLines. Then the field has no column and no position. Not found: the value is null, as an empty cell is. Default: the value is in each record. */
    fromLine?: {
      /** The number of the line in the file, from 1, blank lines and comments included. */
      line: number;
      /** A regular expression as in REGEX_REPLACE, with a group in parentheses: `Konto: *([0-9]+)`. It is searched in the line, and the first group of the first match is the value. A line of more than 64 KiB, or of more than maxRecordBytes, is not searched. */
      pattern: string | number | boolean;
    };
    /** Whether the message contains the value. If not, it is only read, checked and computed with. Default: `true`. */
    publish?: boolean;
    /** INTEGER, DECIMAL: the character between groups of three digits, or a list of alternatives. A number has one kind of them. `SPACE` is U+0020, U+00A0, U+2009 and U+202F, and `APOSTROPHE` is ' and ’. A number has all of its separators or none. Default: none. */
    groupSeparator?: string | number | boolean | (string | number | boolean)[];
    /** INTEGER, DECIMAL: THREES for groups of three digits, or INDIAN for a last group of three and others of two: `12,34,567`. Default: THREES. */
    grouping?: 'THREES' | 'INDIAN';
    /** INTEGER, DECIMAL: where the sign is. LEADING: `-5`. TRAILING: `5-`. EITHER: one of both. PARENTHESES: `(5)` is negative. OVERPUNCH: the last character is a digit with a sign, `{` and A to I for 0 to 9, `}` and J to R for 0 to 9 of a negative number. Default: LEADING. */
    sign?: 'LEADING' | 'TRAILING' | 'EITHER' | 'PARENTHESES' | 'OVERPUNCH';
    /** INTEGER, DECIMAL: true also reads numbers with an exponent, such as `1.5e-3`, exactly and up to 1,000 digits. Default: false. */
    exponent?: boolean;
    /** INTEGER, DECIMAL: texts before or after the number that do not belong to it, such as `€`, `EUR` or `%`. The blanks next to one are removed, too. Default: none. */
    affixes?: (string | number | boolean)[];
    /** DECIMAL: the character before the decimals. Default: `.`. */
    decimalSeparator?: string | number;
    /** DECIMAL: the number of decimals at the end of a text of digits. With 2, `0001234` is 12.34. It cannot be combined with separators. Default: none. */
    scale?: number;
    /** DECIMAL: the number of digits of values in schemas of messages, such as Avro. A value with more digits is the issue VALUE_DOES_NOT_FIT in runs that publish such messages. Default: values are texts in these messages. */
    schemaPrecision?: number;
    /** DECIMAL: how many of the digits of `schemaPrecision` are decimals. Both keys need each other. */
    schemaScale?: number;
    /** DATE, TIME, TIMESTAMP: the pattern of the text after corrections, in the letters of Java’s DateTimeFormatter. Default: `yyyy-MM-dd` for a DATE, `HH:mm[:ss[.SSS]]` for a TIME, `yyyy-MM-dd'T'HH:mm:ss[.SSS]` for a TIMESTAMP, with its offset (`XXX`) unless the field has a `zone`. */
    format?: string | number | boolean;
    /** DATE, TIMESTAMP: the first of the hundred years that `yy` means. With 1950, 50 to 99 are 1950 to 1999, and 00 to 49 are 2000 to 2049. Default: 2000. */
    centuryStart?: number;
    /** DATE, TIMESTAMP: the language of the names of months and weekdays, such as `de` or `pt-PT`. The names are those of CLDR, in any case: the forms beside a day and alone, and short ones with and without a dot. Default: English, with short names of three letters. */
    locale?: string | number | boolean;
    /** BOOLEAN: the texts that mean true. Default: `true` in any case. */
    trueValues?: (string | number | boolean)[];
    /** BOOLEAN: the texts that mean false. Default: `false` in any case. */
    falseValues?: (string | number | boolean)[];
    /** TIME: true also accepts `24:00`, the end of a day. Default: false. */
    endOfDay?: boolean;
    /** TIMESTAMP: the zone of a text without an offset, as in the tz database: `Europe/Berlin`. Required unless `format` has an offset (X, Z). */
    zone?: string | number | boolean;
    /** TIMESTAMP: the meaning of a local time that exists twice, when clocks are set back. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE. */
    onAmbiguousTime?: 'EARLIER' | 'LATER' | 'ISSUE';
    /** TIMESTAMP: the meaning of a local time that does not exist, when clocks are set forward. SHIFT moves it by the gap. ISSUE: the text is TYPE_MISMATCH. Default: ISSUE. */
    onMissingTime?: 'SHIFT' | 'ISSUE';
    /** TIMESTAMP: true writes the offset of the text or the zone in the message. Default: false, which writes UTC. */
    keepOffset?: boolean;
    /** FIXED_WIDTH: the position of the field’s first character in the record, from 1. In EBCDIC, positions are bytes. Required for FIXED_WIDTH. */
    start?: number;
    /** FIXED_WIDTH: the length of the field in characters. In EBCDIC, lengths are bytes. Required for FIXED_WIDTH. */
    length?: number;
    /** FIXED_WIDTH: the side of the value in its column. LEFT strips padding on the right, RIGHT on the left. Default: `LEFT`. */
    align?: 'LEFT' | 'RIGHT';
    /** FIXED_WIDTH, INTEGER and DECIMAL: the number is stored as bytes that are no text, as mainframes do. PACKED (COMP-3): two digits a byte, the last four bits are the sign (C, A, E, F: plus; D, B: minus). ZONED: digits in EBCDIC, the first four bits of one byte are the sign. BINARY (COMP, COMP-4): 2, 4 or 8 bytes, the most significant first. `start` and `length` count bytes, and `scale` says how many digits are decimals. FLOAT is not read. Bytes that are no number are TYPE_MISMATCH, which shows them in hexadecimal. Requires `lineTerminator: NONE` or `records`, and an encoding with a character for each byte, such as IBM037. Byte order marks, compression and encodings are not detected. Default: the number is a text. */
    storage?:
      | 'PACKED'
      | 'ZONED'
      | 'BINARY'
      | 'FLOAT'
      | {
          /** How the bytes are read. */
          kind: 'PACKED' | 'ZONED' | 'BINARY' | 'FLOAT';
          /** ZONED: where the sign is: in the last or the first byte of the digits, or in a byte of its own before or after them. Default: `TRAILING`. */
          sign?: 'TRAILING' | 'LEADING' | 'SEPARATE_LEADING' | 'SEPARATE_TRAILING';
          /** PACKED, BINARY: whether the number has no sign. Then a minus in a PACKED number is TYPE_MISMATCH. Default: false. */
          unsigned?: boolean;
        };
    /** FIXED_WIDTH: the bytes of a field with `storage` that mean null, if all of them are equal. BLANKS: blanks in the encoding. LOW: 00. HIGH: FF. Default: none, and such bytes are TYPE_MISMATCH if they are no number. */
    nullStorage?: ('BLANKS' | 'LOW' | 'HIGH')[];
    /** FIXED_WIDTH: the padding character, which is stripped. With `0`, a column of only zeros is read as `0`. Default: a space. */
    padChar?: string | number;
    /** XML: joins all matches of the path with this text. Default: none, only the first match counts. */
    separator?: string | number | boolean;
  }[];
  /** The fields that form the key of the message. One field: its text. Several: a JSON array of their texts. If any is null, the message has no key. Default: none. */
  messageKey?: (string | number | boolean)[];
  /** Corrections, which change texts before they are parsed and checked. Default: none. */
  correctionRules?: Record<string, unknown>[];
  /** Rules, which check values after they are parsed. Default: none. */
  validationRules?: Record<string, unknown>[];
  /** FIXED_WIDTH: the length of a record in characters. In EBCDIC, lengths are bytes. Required with lineTerminator NONE. Default: any length. */
  recordLength?: number;
  /** CSV: the character between the cells of these records, or up to eight of them, if it differs from that of the spec. Then each type is selected by column 1. Default: the `delimiter` of the spec. */
  delimiter?: string | number;
}[];

/** CSV, FIXED_WIDTH: selects the lines that are records by one of their values, or by several. Default: all lines are records. */
export type SpecRecordWhen = {
  /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. In EBCDIC, positions are bytes. */
  start?: number;
  /** FIXED_WIDTH: the length of the value in characters. In EBCDIC, lengths are bytes. */
  length?: number;
  /** CSV: the name of the column in the header, or its number from 1. */
  column?: string | number | boolean;
  /** The values that select a record. Other lines are skipped. Required without startsWith, pattern and all. */
  values?: (string | number | boolean)[];
  /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
  startsWith?: (string | number | boolean)[];
  /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
  pattern?: string | number | boolean;
  /** CSV, FIXED_WIDTH, JSON: conditions that must all hold, each for a value of the record: a place, and values, startsWith or pattern. The keys beside it are one more condition. Default: none. */
  all?: {
    /** FIXED_WIDTH: the position of the value’s first character in the record, from 1. In EBCDIC, positions are bytes. */
    start?: number;
    /** FIXED_WIDTH: the length of the value in characters. In EBCDIC, lengths are bytes. */
    length?: number;
    /** CSV: the name of the column in the header, or its number from 1. */
    column?: string | number | boolean;
    /** The values that select a record. Other lines are skipped. Required without startsWith, pattern and all. */
    values?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none. */
    startsWith?: (string | number | boolean)[];
    /** CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none. */
    pattern?: string | number | boolean;
  }[];
};

/** FIXED_WIDTH: each record has its length before it, as files of mainframes with records of different lengths have (RECFM V, VB). Positions count from the first byte after the length. There are no line ends, and byte order marks, compression and encodings are not detected. Requires an encoding with a character for each byte, such as IBM037. A file that ends inside of a record is FAILED (`truncated_record`) after the records before it; a length that cannot be right is `wrong_record_length`. Default: records are lines. */
export type SpecRecords = {
  /** RDW: two bytes, the most significant first, and two bytes 00. RDW_BDW: the same, and a length of the same form before each block of records. BIG_ENDIAN_2, BIG_ENDIAN_4, LITTLE_ENDIAN_2, LITTLE_ENDIAN_4: 2 or 4 bytes, the most or the least significant first. */
  lengths: 'RDW' | 'RDW_BDW' | 'BIG_ENDIAN_2' | 'BIG_ENDIAN_4' | 'LITTLE_ENDIAN_2' | 'LITTLE_ENDIAN_4';
  /** Whether a length counts its own bytes; that of a block likewise. Default: true. */
  included?: boolean;
};

/** The severities of run warnings, by their codes. FATAL: the run is FAILED with this code. IGNORE: no report contains the warning. Default: FATAL for `ENCODING_SUSPECT`, WARNING for all others. */
export type SpecRunWarnings = {
  /** The severity of the warning. */
  ENCODING_SUSPECT?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  DOUBLE_ENCODED?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  UNKNOWN_COLUMN?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  MISSING_COLUMN?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  TWO_DIGIT_YEAR?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  DELIMITER_DIFFERS?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  DELIMITER_CHOSEN?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  EMPTY_FILE?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  no_record_found?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  SHORT_RECORDS?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  HEADER_REPEATED?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  QUOTE_TOO_LONG?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  QUOTE_AFTER_BLANK?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  SEVERAL_MATCHES?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  VALUE_AFTER_RECORD?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  ENCLOSING_WITHOUT_RECORD?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  RECORD_ON_OTHER_PATH?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  HIDDEN_CELLS?: 'FATAL' | 'WARNING' | 'IGNORE';
  /** The severity of the warning. */
  PATH_NEVER_MATCHED?: 'FATAL' | 'WARNING' | 'IGNORE';
};

/** The schema SpecSummary. */
export type SpecSummary = {
  /** The id of the spec. It never changes. */
  id: string;
  /** Where the spec is managed: in the specs folder, or over the API. */
  origin: 'git' | 'api';
  /** SHA-256 of the spec in canonical form (RFC 8785). It is the ETag. */
  version: string;
  /** The number of the version. Specs of the API only. */
  revision?: number;
  /** When the spec was created. Specs of the API only. */
  createdAt?: string;
  /** When the spec was last replaced. Specs of the API only. */
  updatedAt?: string;
  /** The name of the spec. */
  name: string;
  /** What the files contain. */
  description?: string;
  /** The format of the file. */
  format?: 'CSV' | 'FIXED_WIDTH' | 'XML' | 'JSON' | 'XLSX';
  /** Whether the spec compiles in this version of the service. */
  valid: boolean;
};

/** Rules, which check values after they are parsed. Default: none. */
export type SpecValidationRules = Record<string, unknown>[];

/** The settings of the type STORAGE_C. */
export type StorageCConfig = {
  /** Its name. */
  bucket: string;
  /** The beginning of the names, for example out. Default: all names. */
  prefix?: string | null;
  /** Its URL, for a store that is compatible. Default: that of the provider. */
  endpoint?: string | null;
  /** Patterns of the files that keys which are bound to the integration may read, one on each line. Default: all. */
  paths?: string | string[] | null;
};

/** A table into which the records are written. */
export type TableDestination = {
  /** A table of a database. */
  kind: 'table';
  /** The id of the integration with the database. */
  integrationId: string;
  /** The name of the table. */
  table: string;
  /** The fields that identify a row. Null: the column `ce_id`. */
  key: string[] | null;
};

/** The schema TableVersion. */
export type TableVersion = {
  /** The name of the table in the spec. */
  name: string;
  /** The SHA-256 of its CSV file. */
  version: string;
  /** The number of its rows. */
  rows: number;
};

/** The schema Topic. */
export type Topic = {
  /** The name of the topic. */
  name: string;
  /** The number of its messages. Their offsets begin at 0. */
  messages: number;
};

/** The schema TypeCounts. */
export type TypeCounts = {
  /** The name of the record type. Null: records of no known type. */
  name: string | null;
  /** The number of records. */
  total: number;
  /** Records without a FATAL issue that were not skipped. */
  processed: number;
  /** Records with a FATAL issue. */
  failed: number;
  /** Records with an ERROR, if `skipInvalidRecords` is set. */
  skipped: number;
  /** Records that became messages, or would in a dry run. */
  published: number;
};

/** The schema Warning. */
export type Warning = {
  /** The kind of warning, for example `UNKNOWN_COLUMN`. */
  code: string;
  /** One sentence for a person. */
  message: string;
  /** The number of records that caused the warning. Absent if it counts none. */
  count?: number;
  /** The path in an XML document that the warning is about. Absent if it is about none. */
  path?: string;
};

/** A file to send: a Blob, or a stream of bytes with the name of the file. */

export type FileInput = Blob | { name: string; stream: ReadableStream<Uint8Array> };

/** The operations of the API: what each takes, and what it returns. */

export interface Operations {
  /** Creates a spec. */
  createSpec: {
    takes: {
      /** The body. */
      body: SpecInput;
    };
    returns: Spec;
  };
  /** Lists specs, sorted by name. */
  listSpecs: {
    takes: {
      /** `spec` adds the fields, the rules and the diagnostics of each spec. */
      include?: 'spec';
      /** The number of specs on a page. */
      limit?: number;
      /** The name of a spec: the page begins after it. */
      cursor?: string;
    };
    returns: (SpecSummary | Spec)[];
  };
  /** Returns a spec with its text and its diagnostics. */
  getSpec: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** An ETag that the client has. If it is current, the response is 304. */
      ifNoneMatch?: string;
    };
    returns: Spec | null;
  };
  /** Stores the next version of a spec of the API. */
  replaceSpec: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** The ETag that the stored spec must have, or `*`. Otherwise the response is 412. */
      ifMatch?: string;
      /** The body. */
      body: SpecInput;
    };
    returns: Spec;
  };
  /** Removes a spec of the API with all its versions. */
  deleteSpec: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** The ETag that the stored spec must have, or `*`. Otherwise the response is 412. */
      ifMatch?: string;
    };
    returns: undefined;
  };
  /** Checks a spec and returns its diagnostics. */
  validateSpec: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** The body. */
      body?: unknown;
    };
    returns: SpecCheck;
  };
  /** Returns the generated module of a spec. */
  getModule: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** `typescript`: the module as it is reviewed. `esm`: a standalone ES module. `dts`: its type declarations. */
      as?: 'typescript' | 'esm' | 'dts';
      /** An ETag that the client has. If it is current, the response is 304. */
      ifNoneMatch?: string;
    };
    returns: string | null;
  };
  /** Describes a spec in words, for the senders of its files. */
  getSpecDescription: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
    };
    returns: string;
  };
  /** Lists the sample files of a spec. */
  listSamples: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
    };
    returns: SampleFile[];
  };
  /** Returns a sample file of a spec. */
  getSample: {
    takes: {
      /** The id or the name of a spec. An id takes precedence. */
      id: string;
      /** The name of a sample. */
      name: string;
    };
    returns: ReadableStream<Uint8Array>;
  };
  /** Compiles the text of a draft, and returns its diagnostics and its module. */
  checkDraft: {
    takes: {
      /** The body. */
      body: DraftInput;
    };
    returns: DraftCheck;
  };
  /** Lists the reference tables of the service, sorted by name. */
  listReferenceTables: { takes: Record<never, never>; returns: ReferenceTable[] };
  /** Returns the CSV file of a reference table. */
  getReferenceTable: {
    takes: {
      /** The name of a reference table. */
      name: string;
      /** The id or the name of a spec in git. The response is the file of the specs folder that it reads as this table. */
      spec?: string;
      /** An ETag that the client has. If it is current, the response is 304. */
      ifNoneMatch?: string;
    };
    returns: string | null;
  };
  /** Stores a version of a reference table. */
  putReferenceTable: {
    takes: {
      /** The name of a reference table. */
      name: string;
      /** The ETag that the stored table must have, or `*`. Otherwise the response is 412. */
      ifMatch?: string;
      /** The content. */
      body: Blob | Uint8Array | string;
    };
    returns: ReferenceTable;
  };
  /** Removes a reference table. */
  deleteReferenceTable: {
    takes: {
      /** The name of a reference table. */
      name: string;
      /** The ETag that the stored table must have, or `*`. Otherwise the response is 412. */
      ifMatch?: string;
    };
    returns: undefined;
  };
  /** Publishes the records of a file to a topic. */
  transformFile: {
    takes: {
      /** The same key with the same request returns the result of the first run. */
      idempotencyKey?: string;
      /** `respond-async`: respond as soon as the run is accepted (RFC 7240). */
      prefer?: string;
      /** The id or the name of a spec. An id takes precedence. */
      specId: string;
      /** The topic of the messages. */
      brokerTopic: string;
      /** Whether records with an ERROR are skipped. */
      skipInvalidRecords?: boolean;
      /** A run with more records with ERROR or FATAL stops as FAILED. With a share such as "2 %", the file is read once before, and nothing of it is published if more of its records have errors. Default: no limit. */
      maxErrors?: number | string;
      /** What the run guarantees if it is interrupted. */
      delivery?: 'at-least-once' | 'exactly-once' | 'all-or-nothing';
      /** A topic for the records that are not published. Default: none. */
      deadLetterTopic?: string;
      /** How many records with issues the result lists. */
      errorLimit?: number;
      /** What to do if an earlier run has published the same file to the topic. REFUSE: 409 `duplicate_file`. */
      onDuplicateFile?: 'WARN' | 'REFUSE' | 'ALLOW';
      /** FILE: the records are published in the order of the file. NONE: several instances may publish pieces of a large file at the same time. The result says which. */
      ordering?: 'FILE' | 'NONE';
      /** The file is an archive (zip, tar, tar.gz): the name of the file in it to read. */
      member?: string;
      /** The file is an archive: a pattern that matches the file in it to read. `*` does not match `/`, `**` does. */
      members?: string;
      /** A run that rejects more documents (`reject: WHOLE`) than this number stops as FAILED. Default: the limit of the spec. */
      maxRejectedDocuments?: number;
      /** Where messages have the attributes of CloudEvents. binary: in their headers. structured: each value is an event in the JSON format (application/cloudevents+json) with the record as `data`. Default: the setting `--cloudevents` of the service, which is binary. */
      cloudevents?: 'binary' | 'structured';
      /** The format of the messages: JSON, Avro, or JSON with a schema in the registry. Default: the setting `--value-format` of the service. */
      valueFormat?: 'json' | 'avro' | 'json-schema';
      /** The file. Its name appears in results. */
      file: FileInput;
    };
    returns: ProcessingResult | Run;
  };
  /** Checks a file like a run, and publishes nothing. */
  validateFile: {
    takes: {
      /** `application/x-ndjson`: every record with issues as a line, then the result. */
      accept?: string;
      /** The id or the name of a spec. An id takes precedence. */
      specId: string;
      /** Whether records with an ERROR are skipped. */
      skipInvalidRecords?: boolean;
      /** How many records with issues the result lists. */
      errorLimit?: number;
      /** The file is an archive (zip, tar, tar.gz): the name of the file in it to read. */
      member?: string;
      /** The file is an archive: a pattern that matches the file in it to read. `*` does not match `/`, `**` does. */
      members?: string;
      /** The file. Its name appears in results. */
      file: FileInput;
    };
    returns: ProcessingResult;
  };
  /** Lists runs, newest first, without the records with issues. */
  listRuns: {
    takes: {
      /** Only runs with this status. */
      status?: 'QUEUED' | 'RUNNING' | 'PAUSED' | 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
      /** Only runs of the spec with this id or name. */
      spec?: string;
      /** Only runs into this topic. */
      topic?: string;
      /** Only runs that were accepted at this time or later. */
      from?: string;
      /** Only runs that were accepted before this time. */
      to?: string;
      /** The number of runs on a page. */
      limit?: number;
      /** The id of a run: the page begins after it. */
      cursor?: string;
    };
    returns: RunSummary[];
  };
  /** Returns a run with its progress and its result so far. */
  getRun: {
    takes: {
      /** The id of the run. */
      id: string;
    };
    returns: Run;
  };
  /** Removes the result, the errors and the file of a run that has ended. */
  deleteRun: {
    takes: {
      /** The id of the run. */
      id: string;
    };
    returns: undefined;
  };
  /** Ends a run at its next checkpoint. */
  cancelRun: {
    takes: {
      /** The id of the run. */
      id: string;
    };
    returns: Run;
  };
  /** Streams the state, the progress and at the end the result of a run (server-sent events). */
  streamRunEvents: {
    takes: {
      /** The id of the run. */
      id: string;
      /** The id of the last event that the client has received. */
      lastEventId?: string;
    };
    returns: ReadableStream<Uint8Array> | undefined;
  };
  /** Streams every record with issues that the run has committed so far. */
  getRunErrors: {
    takes: {
      /** The id of the run. */
      id: string;
    };
    returns: AsyncIterable<RecordError>;
  };
  /** Streams the original bytes of the records that were not published. */
  getRunRejects: {
    takes: {
      /** The id of the run. */
      id: string;
    };
    returns: ReadableStream<Uint8Array>;
  };
  /** Publishes the records that a run did not publish, with the current version of its spec. */
  retryRunRejects: {
    takes: {
      /** The id of the run. */
      id: string;
      /** Whether the reference tables have the versions of the first run, instead of the current ones. */
      keepReference?: boolean;
      /** The repaired copy of the rejects. */
      file?: FileInput;
    };
    returns: Run | JobFile;
  };
  /** Lists the topics of the embedded broker, sorted by name. */
  listTopics: { takes: Record<never, never>; returns: Topic[] };
  /** Returns messages of a topic of the embedded broker. */
  listMessages: {
    takes: {
      /** The name of the topic. */
      topic: string;
      /** The offset of the first message. */
      from?: number;
      /** The number of messages. */
      limit?: number;
    };
    returns: Message[];
  };
  /** Removes a topic of the embedded broker, and its messages. */
  deleteTopic: {
    takes: {
      /** The name of the topic. */
      topic: string;
    };
    returns: undefined;
  };
  /** Stores a credential, encrypted. */
  createCredential: {
    takes: {
      /** The body. */
      body: CredentialInput;
    };
    returns: Credential;
  };
  /** Lists credentials without their secrets, sorted by name. */
  listCredentials: { takes: Record<never, never>; returns: Credential[] };
  /** Returns a credential without its secret. */
  getCredential: {
    takes: {
      /** The id or the name of a credential. An id takes precedence. */
      id: string;
    };
    returns: Credential;
  };
  /** Replaces the secret of a credential. */
  rotateCredential: {
    takes: {
      /** The id or the name of a credential. An id takes precedence. */
      id: string;
      /** The body. */
      body: CredentialRotation;
    };
    returns: Credential;
  };
  /** Removes a credential that no integration uses. */
  deleteCredential: {
    takes: {
      /** The id or the name of a credential. An id takes precedence. */
      id: string;
    };
    returns: undefined;
  };
  /** Creates an integration. */
  createIntegration: {
    takes: {
      /** The body. */
      body: IntegrationInput;
    };
    returns: Integration;
  };
  /** Lists integrations, sorted by name. */
  listIntegrations: { takes: Record<never, never>; returns: Integration[] };
  /** Returns an integration. */
  getIntegration: {
    takes: {
      /** The id or the name of an integration. An id takes precedence. */
      id: string;
    };
    returns: Integration;
  };
  /** Replaces an integration. */
  replaceIntegration: {
    takes: {
      /** The id or the name of an integration. An id takes precedence. */
      id: string;
      /** The body. */
      body: IntegrationInput;
    };
    returns: Integration;
  };
  /** Removes an integration that no job uses. */
  deleteIntegration: {
    takes: {
      /** The id or the name of an integration. An id takes precedence. */
      id: string;
    };
    returns: undefined;
  };
  /** Opens a connection to an integration and lists its root. */
  testIntegration: {
    takes: {
      /** The id or the name of an integration. An id takes precedence. */
      id: string;
      /** The body. */
      body?: ConnectionTestInput;
    };
    returns: ConnectionTest;
  };
  /** Lists files of a folder of an integration, in the order of the remote system. */
  listIntegrationFiles: {
    takes: {
      /** The id or the name of an integration. An id takes precedence. */
      id: string;
      /** A folder below the root of the integration. Default: the root. */
      path?: string;
      /** Lists only files whose names match: `*`, `?`, `[a-z]`, `{a,b}`. */
      pattern?: string;
      /** How many files to list. */
      limit?: number;
    };
    returns: RemoteFile[];
  };
  /** Creates a job and starts it. */
  createJob: {
    takes: {
      /** The body. */
      body: JobInput;
    };
    returns: Job;
  };
  /** Lists jobs, sorted by name. */
  listJobs: {
    takes: {
      /** Each job also has `activity`: what has ended at this time or later, and its last file. */
      since?: string;
    };
    returns: Job[];
  };
  /** Returns a job with its checks of the source, its files by state, and its last error. */
  getJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
    };
    returns: Job;
  };
  /** Replaces the definition of a job of the API. */
  replaceJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The body. */
      body: JobInput;
    };
    returns: Job;
  };
  /** Removes a job of the API and what it knows of its files. */
  deleteJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
    };
    returns: undefined;
  };
  /** Begins a look at the source of a job now. */
  runJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
    };
    returns: Job;
  };
  /** Pauses a job after the file that it has taken. */
  pauseJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
    };
    returns: Job;
  };
  /** Ends the pause of a job, also one after an error. */
  resumeJob: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
    };
    returns: Job;
  };
  /** Lists the files that a job has seen. */
  listJobFiles: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** Only files in this state. */
      state?:
        | 'seen'
        | 'waiting'
        | 'taken'
        | 'running'
        | 'needs_approval'
        | 'published'
        | 'done'
        | 'failed'
        | 'quarantined'
        | 'ignored';
      /** Only files with this name. `*` matches any characters. */
      name?: string;
      /** Which files come first: those that were first seen first, or last. */
      order?: 'oldest' | 'newest';
      /** The number of files on a page. */
      limit?: number;
      /** The id of a file: the page begins after it. */
      cursor?: string;
    };
    returns: JobFile[];
  };
  /** Gives several files of a job another run. */
  retryJobFiles: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The body. */
      body: RetryInput;
    };
    returns: JobFile[];
  };
  /** Gives a failed or quarantined file another run. */
  retryJobFile: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The id of a file of the job. */
      fileId: string;
    };
    returns: JobFile;
  };
  /** Shows what an approval would publish, beside the records as they were sent. */
  reviewJobFile: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The id of a file of the job. */
      fileId: string;
      /** The number of records on a page. */
      limit?: number;
      /** The number of a record: the page begins after it. */
      cursor?: string;
    };
    returns: Review;
  };
  /** Publishes what a retry of the rejects of a file would publish. */
  approveJobFile: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The id of a file of the job. */
      fileId: string;
      /** The body. */
      body: DecisionInput;
    };
    returns: JobFile;
  };
  /** Refuses what a retry of the rejects of a file would publish. */
  refuseJobFile: {
    takes: {
      /** The id or the name of a job. An id takes precedence. */
      id: string;
      /** The id of a file of the job. */
      fileId: string;
      /** The body. */
      body: DecisionInput;
    };
    returns: JobFile;
  };
  /** Lists the processes of the service that share the database. */
  listInstances: { takes: Record<never, never>; returns: Instance[] };
  /** Requests that an instance takes no more runs. */
  drainInstance: {
    takes: {
      /** The id of the instance. */
      id: string;
    };
    returns: Instance;
  };
  /** Lists who did what, newest first. */
  listAudit: {
    takes: {
      /** Only requests of this time or later. */
      from?: string;
      /** Only requests of this principal: its name, with or without `key:`, or the id of its key. */
      principal?: string;
      /** The number of entries on a page. */
      limit?: number;
      /** The page begins after this entry. The Link header contains it. */
      cursor?: number;
    };
    returns: AuditEntry[];
  };
  /** Returns who sends the request, and what they may do. */
  getCaller: { takes: Record<never, never>; returns: Caller };
  /** Responds while the process is running. */
  getLiveness: { takes: Record<never, never>; returns: Liveness };
  /** Says whether the service can do its work, and which state of the specs folder it uses. */
  getReadiness: { takes: Record<never, never>; returns: Readiness };
  /** Returns the metrics of the service in the format OpenMetrics. */
  getMetrics: { takes: Record<never, never>; returns: ReadableStream<Uint8Array> };
  /** Returns the page on which people check files. */
  getPage: { takes: Record<never, never>; returns: string };
  /** Returns a file that the page loads. */
  getPageFile: {
    takes: {
      /** The name of the file, which contains a hash of its content. */
      file: string;
    };
    returns: string;
  };
  /** Returns this document (OpenAPI 3.1). */
  getOpenApi: {
    takes: Record<never, never>;
    returns: {
      openapi: '3.1.0';
      info: Record<string, unknown>;
      paths: Record<string, unknown>;
    };
  };
  /** Returns the reference of the API as a page that loads nothing else. */
  getReference: { takes: Record<never, never>; returns: string };
}

/** How each operation is sent. */

export const operations = {
  createSpec: { method: 'POST', path: '/api/v1/specs', places: { body: ['body', 'body'] }, accept: 'application/json' },
  listSpecs: {
    method: 'GET',
    path: '/api/v1/specs',
    places: { include: ['query', 'include'], limit: ['query', 'limit'], cursor: ['query', 'cursor'] },
    accept: 'application/json',
  },
  getSpec: {
    method: 'GET',
    path: '/api/v1/specs/{id}',
    places: { id: ['path', 'id'], ifNoneMatch: ['header', 'If-None-Match'] },
    accept: 'application/json',
  },
  replaceSpec: {
    method: 'PUT',
    path: '/api/v1/specs/{id}',
    places: { id: ['path', 'id'], ifMatch: ['header', 'If-Match'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  deleteSpec: {
    method: 'DELETE',
    path: '/api/v1/specs/{id}',
    places: { id: ['path', 'id'], ifMatch: ['header', 'If-Match'] },
    accept: 'application/json',
  },
  validateSpec: {
    method: 'POST',
    path: '/api/v1/specs/{id}/validate',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  getModule: {
    method: 'GET',
    path: '/api/v1/specs/{id}/module',
    places: { id: ['path', 'id'], as: ['query', 'as'], ifNoneMatch: ['header', 'If-None-Match'] },
    accept: 'text/typescript',
  },
  getSpecDescription: {
    method: 'GET',
    path: '/api/v1/specs/{id}/description',
    places: { id: ['path', 'id'] },
    accept: 'text/markdown',
  },
  listSamples: {
    method: 'GET',
    path: '/api/v1/specs/{id}/samples',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  getSample: {
    method: 'GET',
    path: '/api/v1/specs/{id}/samples/{name}',
    places: { id: ['path', 'id'], name: ['path', 'name'] },
    accept: 'application/octet-stream',
  },
  checkDraft: {
    method: 'POST',
    path: '/api/v1/drafts',
    places: { body: ['body', 'body'] },
    accept: 'application/json',
  },
  listReferenceTables: { method: 'GET', path: '/api/v1/reference', places: {}, accept: 'application/json' },
  getReferenceTable: {
    method: 'GET',
    path: '/api/v1/reference/{name}',
    places: { name: ['path', 'name'], spec: ['query', 'spec'], ifNoneMatch: ['header', 'If-None-Match'] },
    accept: 'text/csv',
  },
  putReferenceTable: {
    method: 'PUT',
    path: '/api/v1/reference/{name}',
    places: { name: ['path', 'name'], ifMatch: ['header', 'If-Match'], body: ['content', 'text/csv'] },
    accept: 'application/json',
  },
  deleteReferenceTable: {
    method: 'DELETE',
    path: '/api/v1/reference/{name}',
    places: { name: ['path', 'name'], ifMatch: ['header', 'If-Match'] },
    accept: 'application/json',
  },
  transformFile: {
    method: 'POST',
    path: '/api/v1/transform/file-to-events',
    places: {
      idempotencyKey: ['header', 'Idempotency-Key'],
      prefer: ['header', 'Prefer'],
      specId: ['form', 'specId'],
      brokerTopic: ['form', 'brokerTopic'],
      skipInvalidRecords: ['form', 'skipInvalidRecords'],
      maxErrors: ['form', 'maxErrors'],
      delivery: ['form', 'delivery'],
      deadLetterTopic: ['form', 'deadLetterTopic'],
      errorLimit: ['form', 'errorLimit'],
      onDuplicateFile: ['form', 'onDuplicateFile'],
      ordering: ['form', 'ordering'],
      member: ['form', 'member'],
      members: ['form', 'members'],
      maxRejectedDocuments: ['form', 'maxRejectedDocuments'],
      cloudevents: ['form', 'cloudevents'],
      valueFormat: ['form', 'valueFormat'],
      file: ['form', 'file'],
    },
    accept: 'application/json',
  },
  validateFile: {
    method: 'POST',
    path: '/api/v1/transform/validate',
    places: {
      accept: ['header', 'Accept'],
      specId: ['form', 'specId'],
      skipInvalidRecords: ['form', 'skipInvalidRecords'],
      errorLimit: ['form', 'errorLimit'],
      member: ['form', 'member'],
      members: ['form', 'members'],
      file: ['form', 'file'],
    },
    accept: 'application/json',
  },
  listRuns: {
    method: 'GET',
    path: '/api/v1/runs',
    places: {
      status: ['query', 'status'],
      spec: ['query', 'spec'],
      topic: ['query', 'topic'],
      from: ['query', 'from'],
      to: ['query', 'to'],
      limit: ['query', 'limit'],
      cursor: ['query', 'cursor'],
    },
    accept: 'application/json',
  },
  getRun: { method: 'GET', path: '/api/v1/runs/{id}', places: { id: ['path', 'id'] }, accept: 'application/json' },
  deleteRun: {
    method: 'DELETE',
    path: '/api/v1/runs/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  cancelRun: {
    method: 'POST',
    path: '/api/v1/runs/{id}/cancel',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  streamRunEvents: {
    method: 'GET',
    path: '/api/v1/runs/{id}/events',
    places: { id: ['path', 'id'], lastEventId: ['header', 'Last-Event-ID'] },
    accept: 'text/event-stream',
  },
  getRunErrors: {
    method: 'GET',
    path: '/api/v1/runs/{id}/errors',
    places: { id: ['path', 'id'] },
    accept: 'application/x-ndjson',
  },
  getRunRejects: {
    method: 'GET',
    path: '/api/v1/runs/{id}/rejects',
    places: { id: ['path', 'id'] },
    accept: 'application/octet-stream',
  },
  retryRunRejects: {
    method: 'POST',
    path: '/api/v1/runs/{id}/rejects/retry',
    places: { id: ['path', 'id'], keepReference: ['query', 'keepReference'], file: ['form', 'file'] },
    accept: 'application/json',
  },
  listTopics: { method: 'GET', path: '/api/v1/topics', places: {}, accept: 'application/json' },
  listMessages: {
    method: 'GET',
    path: '/api/v1/topics/{topic}/messages',
    places: { topic: ['path', 'topic'], from: ['query', 'from'], limit: ['query', 'limit'] },
    accept: 'application/json',
  },
  deleteTopic: {
    method: 'DELETE',
    path: '/api/v1/topics/{topic}',
    places: { topic: ['path', 'topic'] },
    accept: 'application/json',
  },
  createCredential: {
    method: 'POST',
    path: '/api/v1/credentials',
    places: { body: ['body', 'body'] },
    accept: 'application/json',
  },
  listCredentials: { method: 'GET', path: '/api/v1/credentials', places: {}, accept: 'application/json' },
  getCredential: {
    method: 'GET',
    path: '/api/v1/credentials/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  rotateCredential: {
    method: 'PUT',
    path: '/api/v1/credentials/{id}',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  deleteCredential: {
    method: 'DELETE',
    path: '/api/v1/credentials/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  createIntegration: {
    method: 'POST',
    path: '/api/v1/integrations',
    places: { body: ['body', 'body'] },
    accept: 'application/json',
  },
  listIntegrations: { method: 'GET', path: '/api/v1/integrations', places: {}, accept: 'application/json' },
  getIntegration: {
    method: 'GET',
    path: '/api/v1/integrations/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  replaceIntegration: {
    method: 'PUT',
    path: '/api/v1/integrations/{id}',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  deleteIntegration: {
    method: 'DELETE',
    path: '/api/v1/integrations/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  testIntegration: {
    method: 'POST',
    path: '/api/v1/integrations/{id}/test',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  listIntegrationFiles: {
    method: 'GET',
    path: '/api/v1/integrations/{id}/files',
    places: { id: ['path', 'id'], path: ['query', 'path'], pattern: ['query', 'pattern'], limit: ['query', 'limit'] },
    accept: 'application/json',
  },
  createJob: { method: 'POST', path: '/api/v1/jobs', places: { body: ['body', 'body'] }, accept: 'application/json' },
  listJobs: { method: 'GET', path: '/api/v1/jobs', places: { since: ['query', 'since'] }, accept: 'application/json' },
  getJob: { method: 'GET', path: '/api/v1/jobs/{id}', places: { id: ['path', 'id'] }, accept: 'application/json' },
  replaceJob: {
    method: 'PUT',
    path: '/api/v1/jobs/{id}',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  deleteJob: {
    method: 'DELETE',
    path: '/api/v1/jobs/{id}',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  runJob: { method: 'POST', path: '/api/v1/jobs/{id}/run', places: { id: ['path', 'id'] }, accept: 'application/json' },
  pauseJob: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/pause',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  resumeJob: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/resume',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  listJobFiles: {
    method: 'GET',
    path: '/api/v1/jobs/{id}/files',
    places: {
      id: ['path', 'id'],
      state: ['query', 'state'],
      name: ['query', 'name'],
      order: ['query', 'order'],
      limit: ['query', 'limit'],
      cursor: ['query', 'cursor'],
    },
    accept: 'application/json',
  },
  retryJobFiles: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/retry',
    places: { id: ['path', 'id'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  retryJobFile: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/files/{fileId}/retry',
    places: { id: ['path', 'id'], fileId: ['path', 'fileId'] },
    accept: 'application/json',
  },
  reviewJobFile: {
    method: 'GET',
    path: '/api/v1/jobs/{id}/files/{fileId}/review',
    places: { id: ['path', 'id'], fileId: ['path', 'fileId'], limit: ['query', 'limit'], cursor: ['query', 'cursor'] },
    accept: 'application/json',
  },
  approveJobFile: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/files/{fileId}/approve',
    places: { id: ['path', 'id'], fileId: ['path', 'fileId'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  refuseJobFile: {
    method: 'POST',
    path: '/api/v1/jobs/{id}/files/{fileId}/refuse',
    places: { id: ['path', 'id'], fileId: ['path', 'fileId'], body: ['body', 'body'] },
    accept: 'application/json',
  },
  listInstances: { method: 'GET', path: '/api/v1/instances', places: {}, accept: 'application/json' },
  drainInstance: {
    method: 'POST',
    path: '/api/v1/instances/{id}/drain',
    places: { id: ['path', 'id'] },
    accept: 'application/json',
  },
  listAudit: {
    method: 'GET',
    path: '/api/v1/audit',
    places: {
      from: ['query', 'from'],
      principal: ['query', 'principal'],
      limit: ['query', 'limit'],
      cursor: ['query', 'cursor'],
    },
    accept: 'application/json',
  },
  getCaller: { method: 'GET', path: '/api/v1/caller', places: {}, accept: 'application/json' },
  getLiveness: { method: 'GET', path: '/health/live', places: {}, accept: 'application/json' },
  getReadiness: { method: 'GET', path: '/health/ready', places: {}, accept: 'application/json' },
  getMetrics: { method: 'GET', path: '/metrics', places: {}, accept: 'application/openmetrics-text' },
  getPage: { method: 'GET', path: '/', places: {}, accept: 'text/html' },
  getPageFile: { method: 'GET', path: '/page/{file}', places: { file: ['path', 'file'] }, accept: 'text/javascript' },
  getOpenApi: { method: 'GET', path: '/api/v1/openapi.json', places: {}, accept: 'application/json' },
  getReference: { method: 'GET', path: '/docs', places: {}, accept: 'text/html' },
} as const;
