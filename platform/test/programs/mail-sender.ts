// A server of its own that writes one mail, says so, and perhaps sends it, so that a test may kill it at any point.
import { writeOneMail } from './mail-sender-program.ts'

await writeOneMail(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('committed\n')
setInterval(() => {}, 60_000)
