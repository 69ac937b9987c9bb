import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.js'
import { journeys } from './journeys.js'
import { cache, root } from './root.js'
import { main, say, tool } from './run.js'
import { testReport } from './test-report.js'

/** Static checks, vitest and browser journeys; with arguments, only the matching vitest files. */
await main(async () => {
  const chosen = process.argv.slice(2)
  const tools = JSON.parse(readFileSync(join(cache, 'test-tools.json'), 'utf8'))
  if (chosen.length === 0) await check()

  const results = [await vitest(tools, chosen)]
  if (chosen.length === 0 && tools.browser) results.push(await journeys(tools.browser))

  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  say(`\ntests: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  // Last, so that the end of a long log shows it.
  for (const test of results.flatMap((result) => result.retried)) say(`needed another try: ${test}`)
  for (const failure of results.flatMap((result) => result.failures)) say(`failed: ${failure}`)
  process.exit(results.every((result) => result.hasPassed) ? 0 : 1)
})

async function vitest({ postgres }, chosen) {
  say('Testing rules, server and stand-ins …')
  rmSync(testReport, { force: true })
  const projects = postgres ? [] : ['--project', '!*on postgres*']
  let hasPassed = true
  try {
    await tool(
      'vitest/vitest.mjs',
      [
        'run',
        // A host that is stalled for seconds makes a test time out. What was tried again is listed at the end, with the
        // reason.
        '--retry.count=2',
        '--retry.delay=3000',
        '--reporter=default',
        `--reporter=${join(root, 'scripts/test-report.js')}`,
        ...projects,
        ...chosen,
      ],
      { show: true, env: { POSTGRES_BIN: postgres ?? undefined } },
    )
  } catch {
    hasPassed = false
  }

  return { hasPassed, ...JSON.parse(readFileSync(testReport, 'utf8')) }
}
