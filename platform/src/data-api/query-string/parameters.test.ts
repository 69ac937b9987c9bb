import { expect, test } from 'vitest'
import { readParameters } from './parameters.ts'

test.each([
  ['a=b+c', 'b c'],
  ['a=%41%c3%a9', 'Aé'],
  ['a=100%', '100%'],
  ['a=%4', '%4'],
  ['a=%zz%41', '%zzA'],
  ['a=%ff%41é', '\ufffdAé'],
  ['a=%c3%C3%A9', '\ufffdé'],
])('%s is read', (text, value) => {
  expect(readParameters(text)).toEqual([['a', value]])
})

test.each([
  ['invalid UTF-8', '%ffb'],
  ['stray percent signs', '%zb%41'],
  ['blanks', '+b'],
])('%s costs not much more than text that is valid', (_what, unit) => {
  const valid = costOf(() => readParameters(`a=${'%41b'.repeat(250_000)}`))
  const other = costOf(() => readParameters(`a=${unit.repeat(1_000_000 / unit.length)}`))

  expect(other / valid).toBeLessThan(15)
})

/** The best of several, because the machine is shared. */
function costOf(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })

  return Math.max(1, Math.min(...times))
}
