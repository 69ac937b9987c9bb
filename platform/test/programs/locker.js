// A process of its own that locks a folder and says whether it may, so that a test may kill it at any moment.
// With `hold` it keeps the lock until it is killed, else it releases it and ends.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [folder = '', mode = 'hold'] = process.argv.slice(2)
const source = fileURLToPath(new URL('../../src/db/folder-lock.ts', import.meta.url))
const { lockFolder } = /** @type {any} */ ((await runnerImport(source)).module)

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  try {
    const release = lockFolder(folder)
    process.stdout.write('held\n')
    if (mode === 'hold') return void setInterval(() => {}, 1000)
    release()
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
  }
  process.exit(0)
})
