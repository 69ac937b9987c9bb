import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { overridesOf } from './boundary-overrides.js'
import { BOUNDARIES } from './boundary-table.js'
import { root } from './root.js'
import { main } from './run.js'

export const file = join(root, 'biome.boundaries.json')

/** Each row of the table is one line. */
export const text = () =>
  JSON.stringify({ overrides: overridesOf(BOUNDARIES) }).replaceAll(
    ',{"includes"',
    ',\n{"includes"',
  )

if (import.meta.filename === process.argv[1]) {
  await main(async () => writeFileSync(file, text()))
}
