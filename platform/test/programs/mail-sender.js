// A server of its own that writes one mail, says so, and perhaps sends it, so that a test may kill it at any point.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(
  fileURLToPath(new URL('mail-sender-program.ts', import.meta.url)),
)

await /** @type {any} */ (module).writeOneMail(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('committed\n')
setInterval(() => {}, 60_000)
