import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { FTP_FOLDER } from '../install/servers.ts';
import type { CertificateFiles } from './certificates.ts';
import { createServerFolder } from './server-folder.ts';
import { type ServerCommand, startServer } from './server-process.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** An FTP server on loopback. */
export interface FtpServer {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** A folder of the machine that the server shows under the same path. */
  readonly folder: string;
  /** Ends the server with its sessions, and starts it again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** How a server uses TLS. Absent: plain FTP. */
export interface FtpTls {
  readonly mode: 'EXPLICIT' | 'IMPLICIT';
  readonly files: CertificateFiles;
}

const PASSWORD = 'correct-horse-1';

/** Options of vsftpd. */
export interface VsftpdOptions {
  readonly tls?: FtpTls;
  /** Commands that the server refuses. */
  readonly denied?: readonly string[];
  /** The user of the system that reads and writes the files; the user of this process by default. */
  readonly systemUser?: string;
}

/** Starts vsftpd. It has neither MLSD nor MLST. TLS data connections must resume the session of the control connection. */
export function startVsftpd({
  tls,
  denied = [],
  // Vsftpd's default, ftp, exists only if Debian's package is installed in the system.
  systemUser = userInfo().username,
}: VsftpdOptions = {}): Promise<FtpServer> {
  return start('anonymous', async ({ home, folder, port }) => {
    // Without PAM, vsftpd has only anonymous users, here with a list of accepted passwords.
    writeFileSync(join(home, 'passwords'), `${PASSWORD}\n`);
    const config = [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${port}`,
      'background=NO',
      'run_as_launching_user=YES',
      'seccomp_sandbox=NO',
      'anonymous_enable=YES',
      `ftp_username=${systemUser}`,
      'secure_email_list_enable=YES',
      `email_password_file=${join(home, 'passwords')}`,
      `anon_root=${folder}`,
      'anon_upload_enable=YES',
      'anon_mkdir_write_enable=YES',
      'anon_other_write_enable=YES',
      'anon_world_readable_only=NO',
      'anon_umask=022',
      'write_enable=YES',
      'utf8_filesystem=YES',
      'xferlog_enable=NO',
      `cmds_denied=${denied.join(',')}`,
      ...(tls === undefined ? [] : vsftpdTls(tls)),
    ];
    writeFileSync(join(home, 'vsftpd.conf'), `${config.join('\n')}\n`);
    return { program: join(FTP_FOLDER, 'usr/sbin/vsftpd'), args: [join(home, 'vsftpd.conf')], port };
  });
}

function vsftpdTls({ mode, files }: FtpTls): string[] {
  return [
    'ssl_enable=YES',
    'allow_anon_ssl=YES',
    'force_anon_logins_ssl=YES',
    'force_anon_data_ssl=YES',
    'require_ssl_reuse=YES',
    'ssl_ciphers=HIGH',
    `implicit_ssl=${mode === 'IMPLICIT' ? 'YES' : 'NO'}`,
    `rsa_cert_file=${files.certificate}`,
    `rsa_private_key_file=${files.key}`,
  ];
}

/** Starts ProFTPD. It has MLSD and MLST. TLS data connections must resume the session of the control connection. */
export function startProftpd(tls: FtpTls): Promise<FtpServer> {
  return start('partner', async ({ home, folder, port }) => {
    const hash = execFileSync('openssl', ['passwd', '-6', PASSWORD]).toString().trim();
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    writeFileSync(join(home, 'users'), `partner:${hash}:${uid}:${gid}::${folder}:/bin/sh\n`, { mode: 0o600 });
    const modules = join(FTP_FOLDER, 'usr/lib/proftpd');
    const config = [
      `ModulePath ${modules}`,
      'LoadModule mod_tls.c',
      `Port ${port}`,
      'DefaultAddress 127.0.0.1',
      'ServerType standalone',
      `User ${userInfo().username}`,
      `Group ${execFileSync('id', ['-gn']).toString().trim()}`,
      `PidFile ${join(home, 'pid')}`,
      `ScoreboardFile ${join(home, 'scoreboard')}`,
      'SystemLog none',
      'TransferLog none',
      'WtmpLog off',
      'UseReverseDNS off',
      'DelayEngine off',
      'RootLogin on',
      'RequireValidShell off',
      'AuthPAM off',
      'AuthOrder mod_auth_file.c',
      `AuthUserFile ${join(home, 'users')}`,
      'AllowOverwrite on',
      'AllowStoreRestart on',
      'Umask 022',
      ...proftpdTls(tls),
    ];
    writeFileSync(join(home, 'proftpd.conf'), `${config.join('\n')}\n`);
    const args = ['--nodaemon', '--config', join(home, 'proftpd.conf')];
    return { program: join(FTP_FOLDER, 'usr/sbin/proftpd'), args, port };
  });
}

function proftpdTls({ mode, files }: FtpTls): string[] {
  return [
    'TLSEngine on',
    'TLSRequired on',
    'TLSProtocol TLSv1.2 TLSv1.3',
    'TLSLog none',
    `TLSECCertificateFile ${files.certificate}`,
    `TLSECCertificateKeyFile ${files.key}`,
    ...(mode === 'IMPLICIT' ? ['TLSOptions UseImplicitSSL'] : []),
  ];
}

interface Place {
  readonly home: string;
  readonly folder: string;
  readonly port: number;
}

async function start(
  username: string,
  configure: (place: Place) => Promise<Omit<ServerCommand, 'home'>>,
): Promise<FtpServer> {
  const home = createServerFolder('ftp');
  const folder = join(home.path, 'files');
  mkdirSync(folder);
  const port = await findFreePort();
  const command = { ...(await configure({ home: home.path, folder, port })), home };
  let server = await startServer(command);
  return {
    port,
    username,
    password: PASSWORD,
    folder,
    async restart() {
      await server.stop();
      server = await startServer(command);
    },
    async close() {
      await server.stop();
      home.remove();
    },
  };
}
