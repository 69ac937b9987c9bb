import { expect, test } from 'vitest'
import { wayIn } from './way-in.ts'

const SESSION = { email: 'nora@example.test', userId: '1', isEnded: false }
const CONNECTED = { state: 'connected', login: 'nora', token: 'app', lacks: [] } as const
const MISSING = { state: 'missing' } as const

test('a connection to GitHub is all that is needed, with an account or without', () => {
  expect(wayIn({ session: null, github: CONNECTED, signInTrouble: null })).toBeNull()
})

test('each thing that is missing is asked for by itself', () => {
  const session = SESSION
  const signInTrouble = null
  const installUrl = 'https://github.test/install'

  expect(wayIn({ session: null, github: MISSING, signInTrouble })?.kind).toBe('signIn')
  expect(wayIn({ session, github: MISSING, signInTrouble })?.kind).toBe('connect')
  const missing = { state: 'notInstalled', installUrl, suspension: null } as const
  expect(wayIn({ session, github: missing, signInTrouble })).toEqual({
    kind: 'install',
    installUrl,
  })
})

test('an app that is suspended is not offered for installation', () => {
  const suspension = { account: 'nora', by: null, url: null }
  const github = { state: 'notInstalled', installUrl: 'https://github.test', suspension } as const

  expect(wayIn({ session: SESSION, github, signInTrouble: null })).toEqual({
    kind: 'suspended',
    suspension,
  })
})

test('a session that has ended, a second factor and a silent server are no missing connection', () => {
  const ended = { ...SESSION, isEnded: true }

  expect(wayIn({ session: ended, github: MISSING, signInTrouble: null })?.kind).toBe('ended')
  expect(wayIn({ session: null, github: MISSING, signInTrouble: 'second_factor' })?.kind).toBe(
    'secondFactor',
  )
  expect(wayIn({ session: SESSION, github: { state: 'unknown' }, signInTrouble: null })?.kind).toBe(
    'unknown',
  )
})
