// Loaded before the server's program: SIGUSR2 blocks its event loop until the named file is there, as a computation would.
import { existsSync } from 'node:fs'

const pause = new Int32Array(new SharedArrayBuffer(4))

process.on('SIGUSR2', () => {
  while (!existsSync(String(process.env.UNBLOCK_FILE))) Atomics.wait(pause, 0, 0, 100)
})
