// A process of its own that migrates a database, so that a test may kill it in the middle.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** @param {string} path */
const source = (path) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
/** @param {string} path */
const load = async (path) => /** @type {any} */ ((await runnerImport(source(path))).module)

const { place, schema, migrating } = JSON.parse(process.argv[2] ?? '')
const { openDatabase } = await load('db/open.ts')
const db = await openDatabase({
  place,
  schema,
  clock: { now: () => new Date(), offsetMs: () => 0 },
  migrating,
})
await db.close()
process.exit(0)
