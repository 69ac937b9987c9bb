import { expect, test } from 'vitest'
import { isMailAddress, readableAddress } from './mail-address.ts'

test('addresses people have are taken', () => {
  for (const address of [
    'ada@example.test',
    "o'neil.ada+news@mail.example.test",
    'josé@correo.example',
    'ada@münchen.example',
    'root@localhost',
    'ada@127.0.0.1',
  ]) {
    expect(isMailAddress(address), address).toBe(true)
  }
})

test('what is none, is two, or carries a header is not', () => {
  for (const address of [
    '',
    'ada',
    '@example.test',
    'ada@',
    'ada@example.test,bob@example.test',
    'ada@example.test bob@example.test',
    'Ada <ada@example.test>',
    'ada@example.test\r\nBcc: all@example.test',
    'ada@exa\0mple.test',
    'ada@@example.test',
    'ada@example..test',
    'ada@-example.test',
    `${'a'.repeat(65)}@example.test`,
    `ada@${'a'.repeat(255)}.test`,
  ]) {
    expect(isMailAddress(address), JSON.stringify(address)).toBe(false)
  }
})

test('the record of a bad address holds nothing a terminal or a database would trip over', () => {
  expect(readableAddress('ada\0@example\r\n.test')).toBe('ada�@example��.test')
  expect(readableAddress('a'.repeat(10_000))).toHaveLength(254)
})
