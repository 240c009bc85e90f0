import { connect, type Socket } from 'node:net';

/** Number of bytes that one system call reads. With the 64 KiB of Node.js, a packet of SSH is often in two reads. */
const READ_BYTES = 256 * 1024;

/**
 * Connects to an address, and returns a socket for ssh2. All bytes are read into one buffer, because allocating a new
 * buffer for each read takes more time than decrypting it. `keepsBytes` is called for each read. If it returns true, ssh2
 * may keep the bytes, so it receives a copy.
 */
export function openSshSocket(address: { host: string; port: number }, keepsBytes: () => boolean): Socket {
  const socket = connect({
    ...address,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(length, buffer) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
        // Such a socket has no "data" event. ssh2 waits for it.
        socket.emit('data', keepsBytes() ? Buffer.from(bytes) : bytes);
        return true;
      },
    },
  });
  // The first bytes of the server must not arrive before ssh2 listens. ssh2 resumes the socket then.
  return socket.pause();
}
