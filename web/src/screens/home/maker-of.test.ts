import { expect, test } from 'vitest'
import { makerOf } from './maker-of.ts'

test('the maker is the owner of the source code', () => {
  expect(makerOf('https://github.com/gitferry/gitferry')).toEqual({
    name: '@gitferry',
    url: 'https://github.com/gitferry',
  })
})

test('an address without an owner names nobody', () => {
  expect(makerOf('https://code.test/gitferry')).toBeNull()
})
