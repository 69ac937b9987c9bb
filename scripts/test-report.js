import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, root } from './root.js'

export const secondTries = join(cache, 'second-tries.json')

/** A vitest reporter that lists the tests that passed only in a retry. */
export default class SecondTries {
  retried = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      this.retried.push(`${relative(root, test.module.moduleId)}: ${test.fullName}`)
  }

  onTestRunEnd() {
    writeFileSync(secondTries, JSON.stringify(this.retried))
  }
}
