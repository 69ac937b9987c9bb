import { StartError } from '@app/platform/errors/start-error.ts'
import {
  isSealedByPassphrase,
  openByPassphrase,
  sealByPassphrase,
} from '@app/platform/sealing/passphrase.ts'

/** A dump of the embedded database and the secrets without which it could not be used. */
export type Backup = {
  /** The name of the dump, which says its time. */
  name: string
  /** The text of the data folder's secrets.json. */
  secrets: string
  dump: Uint8Array
}

const LENGTH_BYTES = 4

export function sealBackup({ name, secrets, dump }: Backup, passphrase: string): Promise<Buffer> {
  const head = Buffer.from(JSON.stringify({ name, secrets }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(head.length)

  return sealByPassphrase(Buffer.concat([length, head, dump]), passphrase)
}

export async function openBackup(
  file: string,
  bytes: Uint8Array,
  passphrase: string,
): Promise<Backup> {
  const opened = await openByPassphrase(bytes, passphrase)
  if (!opened) throw new StartError(`${file} does not open with this passphrase, or was changed.`)
  const end = LENGTH_BYTES + opened.readUInt32BE(0)
  const { name, secrets } = JSON.parse(opened.toString('utf8', LENGTH_BYTES, end))

  return { name, secrets, dump: opened.subarray(end) }
}

export const isBackup = (bytes: Uint8Array): boolean => isSealedByPassphrase(bytes)
