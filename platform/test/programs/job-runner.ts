// A server of its own whose job never ends, so that a test may kill it.
import { runOneJob } from './job-runner-program.ts'

await runOneJob(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('running\n')
setInterval(() => {}, 60_000)
