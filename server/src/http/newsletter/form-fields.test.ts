import { expect, test } from 'vitest'
import { nest } from './form-fields.ts'

test('brackets in names become objects', () => {
  const nested = nest([
    ['EMAIL', 'a@b.test'],
    ['group[7][1]', '1'],
    ['group[7][4]', '4'],
    ['ADDRESS[city]', 'Graz'],
  ])

  expect(nested).toEqual({
    EMAIL: 'a@b.test',
    group: { 7: { 1: '1', 4: '4' } },
    ADDRESS: { city: 'Graz' },
  })
})

test('hostile names do no harm', () => {
  const nested = nest([
    ['__proto__[polluted]', 'x'],
    ['constructor[prototype][polluted]', 'x'],
    ['[]', 'x'],
    ['a'.repeat(10) + '[b]'.repeat(10_000), 'x'],
    ['both', 'text'],
    ['both[inner]', 'x'],
  ])

  expect({}).not.toHaveProperty('polluted')
  expect(nested.both).toEqual({ inner: 'x' })
})
