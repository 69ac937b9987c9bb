import { join } from 'node:path'
import { root } from './root.js'
import { main, tool } from './run.js'

/** Regenerates contract/src/rows.ts from the migrated database. */
await main(() =>
  tool(
    'vitest/vitest.mjs',
    ['run', '--project', 'server on embedded', 'test/row-types.test.ts', '-u'],
    {
      cwd: join(root, 'server'),
      show: true,
    },
  ),
)
