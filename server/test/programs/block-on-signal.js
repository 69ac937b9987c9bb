// Loaded before the server's program: SIGUSR2 blocks its event loop until the named file is there, as a computation would.
import { existsSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const pause = new Int32Array(new SharedArrayBuffer(4))

if (isMainThread) {
  process.on('SIGUSR2', () => {
    writeFileSync(String(process.env.BLOCKED_FILE), '')
    while (!existsSync(String(process.env.UNBLOCK_FILE))) Atomics.wait(pause, 0, 0, 100)
  })
}
