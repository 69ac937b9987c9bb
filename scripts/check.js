import { refuseUnknownNames } from './document-names.js'
import { refuseFolderCycles } from './folder-cycles.js'
import { parts } from './root.js'
import { main, say, tool } from './run.js'

/** Their source uses neither DOM nor Node, but their tests do. */
const TESTS_APART = ['sync/test', 'backend-client/test']

/** Runs all static checks. */
export async function check() {
  say('Checking style, boundaries and cycles …')
  await tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])
  await refuseFolderCycles()
  say('Checking types …')
  for (const part of [...parts, ...TESTS_APART]) await tool('typescript/bin/tsc', ['-p', part])
  say('Checking for dead code …')
  await tool('knip/bin/knip.js', ['--no-progress'])
  say('Checking names in documents …')
  refuseUnknownNames()
}

if (import.meta.filename === process.argv[1]) await main(check)
