import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { check } from './check.js'
import { journeys } from './journeys.js'
import { cache, root } from './root.js'
import { main, say, tool } from './run.js'
import { secondTries } from './second-tries.js'

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
  for (const test of results.flatMap((result) => result.retried))
    say(`needed a second try: ${test}`)
  for (const failure of results.flatMap((result) => result.failures)) say(`failed: ${failure}`)
  process.exit(results.every((result) => result.hasPassed) ? 0 : 1)
})

async function vitest({ postgres }, chosen) {
  say('Testing rules, server and stand-ins …')
  const report = join(cache, 'vitest.json')
  rmSync(report, { force: true })
  const projects = postgres ? [] : ['--project', '!*on postgres*']
  let hasPassed = true
  try {
    await tool(
      'vitest/vitest.mjs',
      [
        'run',
        // A loaded machine may time out once; tests that needed a retry are listed at the end.
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(root, 'scripts/second-tries.js')}`,
        `--outputFile.json=${report}`,
        ...projects,
        ...chosen,
      ],
      { show: true, env: { POSTGRES_BIN: postgres ?? undefined } },
    )
  } catch {
    hasPassed = false
  }

  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  return {
    hasPassed,
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    failures: testResults.flatMap(failuresIn),
    retried: JSON.parse(readFileSync(secondTries, 'utf8')),
  }
}

function failuresIn({ name, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const failures = failed.map(({ fullName, failureMessages }) => [fullName, failureMessages[0]])
  // A file that could not be loaded has a message of its own.
  if (message && failed.length === 0) failures.push(['could not be run', message])

  return failures.map(([test, reason]) => `${file}: ${test}\n  ${firstLine(reason)}`)
}

function firstLine(text) {
  return String(text ?? '').split('\n')[0]
}
