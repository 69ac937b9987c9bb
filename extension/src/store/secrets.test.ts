import { expect, test } from 'vitest'
import { withoutSecrets } from './secrets.ts'

test.each([
  'ghp_abcdefgh12345678',
  'gho_abcdefgh12345678',
  'github_pat_11ABCDEFG_xyz123456789',
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'a0123456789012345678901234567890123456789',
])('no line of the log holds %s', (secret) => {
  expect(withoutSecrets(`refused: ${secret} (401)`)).toBe('refused: … (401)')
})

test('what is no secret stays readable', () => {
  const line = 'push of sb1-abc: branch_moved'

  expect(withoutSecrets(line)).toBe(line)
})
