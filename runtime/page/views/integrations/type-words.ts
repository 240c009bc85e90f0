/**
 * What people call the types of integrations and of credentials: the titles in the OpenAPI document, which is too large to be
 * loaded for a list. A test compares them.
 */
export const INTEGRATION_TYPES: Readonly<Record<string, string>> = {
  SFTP: 'SFTP server',
  FTP: 'FTP server, without encryption',
  FTPS: 'FTPS server',
  BUCKET_A: 'Bucket of Amazon S3, or compatible',
  BLOB_B: 'Container of Azure Blob Storage',
  STORAGE_C: 'Bucket of Google Cloud Storage',
  REST_API: 'HTTP server',
  DATABASE: 'Database (PostgreSQL, MariaDB)',
  LOCAL_FS: "Folder of the service's machine",
};

/** What people call the types of credentials. */
export const CREDENTIAL_TYPES: Readonly<Record<string, string>> = {
  SSH_KEY: 'SSH key',
  PASSWORD: 'User and password',
  API_TOKEN: 'Token of an HTTP server',
  CLOUD_A_ACCESS_KEY: 'Access key of Amazon S3, or compatible',
  CLOUD_B_SAS: 'SAS token of Azure',
  CLOUD_C_SERVICE_ACCOUNT: 'Service account of Google Cloud',
  OAUTH2_CLIENT: 'OAuth 2.0 client',
};
