// A process that a test kills in the middle: it writes rows one by one and prints each that was acknowledged.
import { machineClock } from '#clock/clock.ts'
import { theServer } from '#db/database.ts'
import { type OpenOptions, openDatabase } from '#db/open.ts'

const order: Pick<OpenOptions, 'location' | 'schema'> = JSON.parse(process.argv[2] ?? '')
const db = await openDatabase({ ...order, clock: machineClock })
process.stdout.write('open\n')

for (let n = 1; ; n++) {
  await db.ask(theServer, {
    text: `insert into ops.app_settings (key, value) values ($1, '{}')`,
    values: [`row ${n}`],
  })
  process.stdout.write(`${n}\n`)
}
