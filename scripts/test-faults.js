import { parseArgs } from 'node:util'
import { readFaults } from './fault-file.js'
import { endRun, JOURNEYS, runTests, typeErrors } from './fault-runs.js'
import { copyBuilds, copyTree, seed } from './fault-tree.js'
import { prepare } from './prepare.js'
import { main, Refusal, say } from './run.js'
import { findTestTools } from './test-tools.js'

/** Seeds one fault at a time in a copy of the working tree and expects the tests it names to fail. */
async function testFaults() {
  const { faults, onlyTypes } = choose()
  endOnSignals()
  await prepare('test')
  await provideTools()
  const tree = copyTree()
  if (onlyTypes) return refuseTypeErrors(await typeErrors(tree, faults))
  await refuseFailing(tree, faults)

  const survived = []
  for (const [at, fault] of faults.entries()) {
    const start = Date.now()
    const { isCaught, text } = await tryFault(tree, fault)
    if (!isCaught) survived.push(fault)
    const seconds = `${Math.round((Date.now() - start) / 1000)} s`.padStart(5)
    say(`${at + 1}/${faults.length} ${seconds}  ${fault.name.padEnd(44)} ${text}`)
  }

  say(`\nfaults: ${faults.length - survived.length} caught, ${survived.length} not`)
  for (const { name, sentence } of survived) say(`not caught: ${name}: ${sentence}`)
  process.exit(survived.length > 0 ? 1 : 0)
}

function choose() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { layer: { type: 'string' }, types: { type: 'boolean', default: false } },
  })
  if (values.layer && !['vitest', JOURNEYS].includes(values.layer))
    throw new Refusal(`--layer is vitest or ${JOURNEYS}.`)

  const faults = readFaults()
    .filter(({ name }) => positionals.length === 0 || positionals.some((one) => isIn(name, one)))
    .filter(({ tests }) => !values.layer || tests.every((one) => layerOf(one) === values.layer))
  if (faults.length === 0) throw new Refusal('No fault has such a name.')
  return { faults, onlyTypes: values.types }
}

const isIn = (name, chosen) => name === chosen || name.startsWith(`${chosen}/`)

const layerOf = ({ project }) => (project === JOURNEYS ? JOURNEYS : 'vitest')

/** The copy has no tools installed. */
async function provideTools() {
  const { postgres, browser } = await findTestTools(['postgres', 'browser'])
  if (postgres) process.env.POSTGRES_BIN = postgres
  if (browser) process.env.CHROMIUM = browser.path
  if (browser?.libraries) process.env.LD_LIBRARY_PATH = browser.libraries
}

function endOnSignals() {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(name, async () => {
      await endRun()
      process.exit(1)
    })
}

function refuseTypeErrors(errors) {
  if (errors) throw new Refusal(`What the compiler finds needs no test:\n${errors}`)
  say('All of them compile.')
}

/** A test that fails without the fault detects nothing. */
async function refuseFailing(tree, faults) {
  say('Running the named tests without a fault …')
  const tests = faults.flatMap((fault) => fault.tests)
  const wrong = []
  for (const project of new Set(tests.map((one) => one.project))) {
    const own = tests.filter((one) => one.project === project)
    const ran = await runTests(tree, project, own)
    wrong.push(
      ...own.filter((test) => !of(ran, test).some(({ state }) => state === 'passed')),
      ...ran.filter(({ state }) => state === 'failed'),
    )
  }

  if (wrong.length > 0)
    throw new Refusal(
      wrong
        .map(({ file, title, message }) => `${file}: ${title}: ${message ?? 'did not run'}`)
        .join('\n'),
    )
}

async function tryFault(tree, fault) {
  const undo = seed(tree, fault)
  try {
    for (const test of fault.tests) {
      const verdict = judge(test, of(await runTests(tree, test.project, [test]), test))
      if (!verdict.isCaught) return verdict
    }
  } finally {
    undo()
    if (fault.tests.some(({ project }) => project === JOURNEYS)) copyBuilds(tree)
  }
  return {
    isCaught: true,
    text: fault.tests.map(({ file, title }) => `${file}: ${title}`).join(', '),
  }
}

const of = (ran, { file, title }) =>
  ran.filter((one) => one.file === file && (one.title === '' || one.title.includes(title)))

/** A load error does not count as detection by a test. */
const NOT_LOADED =
  /^(SyntaxError|ReferenceError)\b|^Error: (Transform failed|Failed to (parse|resolve|load url))/m

function judge({ file, title }, ran) {
  const failed = ran.filter(({ state }) => state === 'failed')
  const broken = failed.find((one) => one.title === '' || NOT_LOADED.test(one.message))
  if (broken) return { isCaught: false, text: `BROKEN ${file}: ${broken.message}` }

  return { isCaught: failed.length > 0, text: `SURVIVED ${file}: ${title}` }
}

await main(testFaults)
