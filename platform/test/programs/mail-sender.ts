// A server that a test kills at any point: it writes one mail, prints that, and perhaps sends it.
import { writeOneMail } from './mail-sender-program.ts'

await writeOneMail(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('committed\n')
setInterval(() => {}, 60_000)
