import { root } from './root.js'
import { main, tool } from './run.js'

/** Regenerates contract/src/rows.ts from the migrated database. */
await main(() =>
  tool(
    'vitest/vitest.mjs',
    ['run', '--project', 'server on embedded', 'server/test/row-types.test.ts', '-u'],
    { cwd: root, show: true },
  ),
)
