import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, root } from './root.js'

export const secondTries = join(cache, 'second-tries.json')

/** A reporter of vitest's: names the tests that passed only when they were tried again. */
export default class SecondTries {
  late = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      this.late.push(`${relative(root, test.module.moduleId)}: ${test.fullName}`)
  }

  onTestRunEnd() {
    writeFileSync(secondTries, JSON.stringify(this.late))
  }
}
