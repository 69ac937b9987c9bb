import { expect, test } from 'vitest'
import { cpuTimeOf } from '#test/cpu-time.ts'
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
  const valid = cpuTimeOf(() => readParameters(`a=${'%41b'.repeat(250_000)}`))
  const other = cpuTimeOf(() => readParameters(`a=${unit.repeat(1_000_000 / unit.length)}`))

  expect(other / valid).toBeLessThan(15)
})
