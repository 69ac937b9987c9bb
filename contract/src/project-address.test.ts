import { expect, test } from 'vitest'
import { parseProjectAddress } from './project-address.ts'

const HOST = 'github.com'
const TIDE = { owner: 'mia', name: 'tide' }
const NOTHING = { repository: null, branch: null, builderId: null }

test.each([
  'https://github.com/mia/tide',
  ' https://github.com/mia/tide.git ',
  'https://github.com/mia/tide/',
  'https://www.github.com/mia/tide?tab=readme-ov-file#usage',
  'https://github.com/mia/tide/blob/main/README.md',
  'github.com/mia/tide',
  'git@github.com:mia/tide.git',
  'ssh://git@github.com/mia/tide.git',
  'https://bolt.new/~/github.com/mia/tide',
  'https://bolt.new/github.com/mia/tide',
])('%s names a repository', (text) => {
  expect(parseProjectAddress(text, HOST)).toEqual({ ...NOTHING, repository: TIDE })
})

test.each([
  ['https://github.com/mia/tide/tree/main', 'main'],
  ['https://github.com/mia/tide/tree/feat/moon', 'feat/moon'],
  ['https://github.com/mia/tide/tree/feat%2Fmoon/', 'feat/moon'],
  ['https://github.com/mia/tide/tree/100%', '100%'],
])('%s names a branch too', (text, branch) => {
  expect(parseProjectAddress(text, HOST)).toEqual({ ...NOTHING, repository: TIDE, branch })
})

test.each([
  ['https://bolt.new/~/sb1-abcd1234', 'sb1-abcd1234'],
  ['https://bolt.new/~/sb1-abcd1234/?file=src/app.tsx', 'sb1-abcd1234'],
  ['https://bolt.new/~/52714388', '52714388'],
])('%s names a project in bolt.new', (text, builderId) => {
  expect(parseProjectAddress(text, HOST)).toEqual({ ...NOTHING, builderId })
})

test.each([
  '',
  'mia/tide',
  'see https://github.com/mia/tide',
  'https://github.com/mia/tide\nhttps://github.com/mia/moon',
  'https://github.com/mia',
  'https://github.com/settings/profile',
  'https://gitlab.com/mia/tide',
  'https://github.com.evil.test/mia/tide',
  'https://evil.test/github.com/mia/tide',
  'git@gitlab.com:mia/tide.git',
  'https://bolt.new/',
  'https://bolt.new/pricing',
  'javascript:alert(1)//github.com/mia/tide',
  `https://github.com/mia/${'x'.repeat(3000)}`,
])('“%s” is no such address', (text) => {
  expect(parseProjectAddress(text, HOST)).toBeNull()
})

test('the host is that of the installation', () => {
  const address = 'http://127.0.0.1:4001/mia/tide'

  expect(parseProjectAddress(address, HOST)).toBeNull()
  expect(parseProjectAddress(address, '127.0.0.1:4001')).toEqual({ ...NOTHING, repository: TIDE })
})
