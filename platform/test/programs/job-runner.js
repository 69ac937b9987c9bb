// A server of its own whose job never ends, so that a test may kill it.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(
  fileURLToPath(new URL('job-runner-program.ts', import.meta.url)),
)

await /** @type {any} */ (module).runOneJob(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('running\n')
setInterval(() => {}, 60_000)
