import { expect, test } from 'vitest'
import { claimsOf } from './token-claims.ts'

test('the claims of a token are read, whatever characters are in them', () => {
  const claims = { aal: 'aal2', amr: [{ method: 'totp' }], name: 'Ñandú ÿ>?' }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')

  expect(claimsOf(`header.${payload}.signature`)).toEqual(claims)
})
