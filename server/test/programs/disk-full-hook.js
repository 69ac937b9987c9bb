// Loaded before a program, into its threads too: while the marker file exists, the disk is full.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const marker = process.env.DISK_FULL_MARKER ?? ''
const STANDARD_STREAMS = 2

const refuse = () => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  })
}

const { existsSync, writeSync, writeFileSync } = fs
fs.writeSync = (/** @type {number} */ fd, /** @type {any[]} */ ...rest) =>
  fd > STANDARD_STREAMS && existsSync(marker)
    ? refuse()
    : Reflect.apply(writeSync, fs, [fd, ...rest])
fs.writeFileSync = (/** @type {any[]} */ ...given) =>
  existsSync(marker) ? refuse() : Reflect.apply(writeFileSync, fs, given)
syncBuiltinESMExports()
