// A process of its own that opens a database, writes rows one by one and says each that was acknowledged,
// so that a test may kill it in the middle.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** @param {string} path */
const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
/** @param {string} path */
const load = async (path) => /** @type {any} */ ((await runnerImport(source(path))).module)

const place = JSON.parse(process.argv[2] ?? '')
const { openDatabase } = await load('db/open.ts')
const { theServer } = await load('db/database.ts')
const { schema } = await load('../test/databases/folders.ts')

const db = await openDatabase({
  place,
  schema,
  clock: { now: () => new Date(), offsetMs: () => 0 },
})
process.stdout.write('open\n')

for (let n = 1; ; n++) {
  await db.ask(theServer, {
    text: `insert into ops.app_settings (key, value) values ($1, '{}')`,
    values: [`row ${n}`],
  })
  process.stdout.write(`${n}\n`)
}
