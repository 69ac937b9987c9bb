import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.js'
import { journeys } from './journeys.js'
import { ALL_BUILDS, prepare } from './prepare.js'
import { root } from './root.js'
import { main, say, tool } from './run.js'
import { withSecondTry } from './second-try.js'
import { watchForStalls } from './stalls.js'
import { buildsFor } from './test-files.js'
import { testReport } from './test-report.js'
import { sayResults } from './test-results.js'
import { findTestTools } from './test-tools.js'

/**
 * Static checks, vitest and browser journeys. With parts of paths, only the tests whose path contains one of them;
 * `--all` runs every test over both databases, `--changed` those that uncommitted changes concern, `--watch` goes on.
 */
await main(async () => {
  const flags = process.argv.slice(2).filter((one) => one.startsWith('-'))
  const chosen = process.argv.slice(2).filter((one) => !one.startsWith('-'))
  const isWhole = chosen.length === 0 && flags.every((flag) => flag === '--all')

  const isPrepared = prepare('test', chosen.length > 0 ? buildsFor(chosen) : ALL_BUILDS)
  const [tools] = await Promise.all([
    findTestTools(
      isWhole ? ['postgres', 'pgbouncer', 'browser', 'extensionBrowser'] : ['postgres'],
    ),
    isPrepared,
  ])

  const stalls = watchForStalls()
  // Checks use what vitest leaves of two cores. Journeys need both: they notice what moves late.
  const [tested] = await Promise.all([
    vitest({ tools, flags, chosen, stalls }),
    isWhole ? check() : undefined,
  ])
  const results = [tested]
  if (isWhole && tools.browser) results.push(...(await journeys({ tools, stalls })))
  sayResults(results)
  process.exit(results.every(({ failures }) => failures.length === 0) ? 0 : 1)
})

/** A test that fails is red, with the exceptions of `withSecondTry`. */
async function vitest({ tools, flags, chosen, stalls }) {
  say('Testing rules, parts and screens …')
  const first = await runVitest(tools, flags, chosen)

  return withSecondTry(first, stalls, (failures) =>
    runVitest(tools, flags, [...new Set(failures.map(({ file }) => file))]),
  )
}

async function runVitest({ postgres }, flags, chosen) {
  rmSync(testReport, { force: true })
  const isWatching = flags.includes('--watch')
  let exit = null
  try {
    await tool(
      'vitest/vitest.mjs',
      [
        isWatching ? 'watch' : 'run',
        '--reporter=default',
        `--reporter=${join(root, 'scripts/test-report.js')}`,
        ...(postgres ? [] : ['--project', '!*on postgres*']),
        ...flags.filter((flag) => !['--all', '--watch'].includes(flag)),
        ...chosen,
      ],
      {
        show: true,
        env: {
          POSTGRES_BIN: postgres ?? undefined,
          ...(flags.includes('--all') && { TEST_MATRIX: 'all' }),
        },
      },
    )
  } catch (error) {
    exit = error
  }

  const report = JSON.parse(readFileSync(testReport, 'utf8'))
  // Failures that vitest counts beyond tests, such as a filter without matches.
  if (exit && report.failures.length === 0)
    report.failures.push({ text: 'vitest ended with an error' })
  return report
}
