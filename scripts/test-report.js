import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, root } from './root.js'

/** Where the last vitest run is summarised. */
export const testReport = join(cache, 'test-report.json')

/** A vitest reporter that writes down counts, failures with their times, and how long each file took. */
export default class TestReport {
  counts = { passed: 0, failed: 0, skipped: 0 }
  failures = []
  files = []

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.counts[state]++
    if (state !== 'failed') return

    const { startTime, duration } = test.diagnostic()
    this.failures.push(
      failure(test.module, test.fullName, errors, [startTime, startTime + duration]),
    )
  }

  onTestModuleEnd(module) {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    this.files.push({
      file: fileOf(module),
      project: module.project.name,
      ms: Math.round(collectDuration + setupDuration + duration),
    })
    const errors = [module, ...module.children.allSuites()].flatMap((group) => group.errors())
    if (errors.length > 0) this.failures.push(failure(module, 'could not be run', errors))
  }

  onTestRunEnd(_modules, unhandled) {
    const outside = unhandled.map((error) => ({ text: `outside of tests${reasons([error])}` }))
    const failures = [...this.failures, ...outside]
    writeFileSync(testReport, JSON.stringify({ ...this.counts, failures, files: this.files }))
  }
}

const failure = (module, name, errors, between) => ({
  file: fileOf(module),
  project: module.project.name,
  text: `${fileOf(module)} (${module.project.name}): ${name}${reasons(errors)}`,
  between,
})

const fileOf = ({ moduleId }) => relative(root, moduleId)

const reasons = (errors = []) =>
  errors.map(({ message }) => `\n  ${String(message).split('\n')[0]}`).join('')
