import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { readWebAuthn, refuseUnsafeWebAuthn } from './webauthn.ts'

const read = (environment: Record<string, string>, siteUrl = 'https://ferry.example') => {
  const env = readEnvironment(environment)
  const settings = readWebAuthn(env, { siteUrl, title: 'Ferry' })
  refuseUnsafeWebAuthn(env, settings)
  const problem = () => {
    try {
      env.refuseProblems()
      return null
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }

  return { ...settings, problem: problem() }
}

test('passkeys belong to the host of the site', () => {
  expect(read({})).toEqual({
    passkeysEnabled: true,
    webauthn: { rpId: 'ferry.example', rpName: 'Ferry', origins: ['https://ferry.example'] },
    isRpIdChosen: false,
    problem: null,
  })
})

test('a site at an IP address has none, unless a host name is given', () => {
  const given = { AUTH_WEBAUTHN_RP_ID: 'localhost', AUTH_WEBAUTHN_ORIGINS: 'http://localhost:5173' }

  expect(read({}, 'http://127.0.0.1:3000')).toMatchObject({
    passkeysEnabled: false,
    webauthn: null,
  })
  expect(read({}, 'http://[::1]:3000')).toMatchObject({ passkeysEnabled: false, webauthn: null })
  expect(read(given, 'http://127.0.0.1:3000')).toMatchObject({
    passkeysEnabled: true,
    webauthn: { rpId: 'localhost', origins: ['http://localhost:5173'] },
    problem: null,
  })
})

test('switched off, keys as a second factor stay', () => {
  expect(read({ AUTH_PASSKEYS_ENABLED: 'false' })).toMatchObject({
    passkeysEnabled: false,
    webauthn: { rpId: 'ferry.example' },
  })
})

test('origins lie on the rp id, and are https but on the own machine', () => {
  const origins = (list: string) => read({ AUTH_WEBAUTHN_ORIGINS: list }).problem

  expect(origins('https://ferry.example,https://app.ferry.example:8443')).toBeNull()
  expect(origins('https://evil.example')).toContain('AUTH_WEBAUTHN_ORIGINS')
  expect(origins('https://notferry.example')).toContain('AUTH_WEBAUTHN_ORIGINS')
  expect(origins('https://ferry.example/login')).toContain('AUTH_WEBAUTHN_ORIGINS')
  expect(origins('http://ferry.example')).toContain('https:')
  expect(read({ AUTH_WEBAUTHN_RP_ID: '127.0.0.1' }).problem).toContain('AUTH_WEBAUTHN_RP_ID')
  expect(read({}, 'http://localhost:3000').problem).toBeNull()
})
