import { expect, test } from 'vitest'
import { redirectAddress } from './redirect-address.ts'

const SITE = 'https://gitferry.example'

test.each(['https://gitferry.example', 'https://www.gitferry.example'])(
  'on %s people come back to the address of the site',
  (address) => {
    expect(redirectAddress('/dashboard', new URL(address), SITE)).toBe(
      'https://gitferry.example/dashboard',
    )
  },
)

test('anywhere else people come back to where they are', () => {
  const preview = new URL('https://preview.example:8443/login')

  expect(redirectAddress('/settings?tab=security', preview, SITE)).toBe(
    'https://preview.example:8443/settings?tab=security',
  )
})
