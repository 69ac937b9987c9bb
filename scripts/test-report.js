import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, root } from './root.js'

/** Where the last run of vitest is summed up. */
export const testReport = join(cache, 'test-report.json')

/** A vitest reporter that counts the tests, and says why some failed or passed only in a retry. */
export default class TestReport {
  counts = { passed: 0, failed: 0, skipped: 0 }
  retried = []
  failures = []

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.counts[state]++
    if (state === 'failed') this.failures.push(line(test.module, test.fullName, errors))
    if (test.diagnostic()?.flaky) this.retried.push(line(test.module, test.fullName, errors))
  }

  onTestModuleEnd(module) {
    const errors = [module, ...module.children.allSuites()].flatMap((group) => group.errors())
    if (errors.length > 0) this.failures.push(line(module, 'could not be run', errors))
  }

  onTestRunEnd(_modules, unhandled) {
    const { counts, retried } = this
    const failures = [
      ...this.failures,
      ...unhandled.map((error) => `outside of tests${reasons([error])}`),
    ]
    writeFileSync(testReport, JSON.stringify({ ...counts, retried, failures }))
  }
}

const line = ({ moduleId, project }, name, errors) =>
  `${relative(root, moduleId)} (${project.name}): ${name}${reasons(errors)}`

const reasons = (errors = []) =>
  errors.map(({ message }) => `\n  ${String(message).split('\n')[0]}`).join('')
