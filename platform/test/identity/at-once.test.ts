// Over both databases: requests that arrive together wait for each other by locks.

import { expect, test } from 'vitest'
import type { Answer } from '#test/auth-server.ts'
import { startOAuth } from './oauth-server.ts'
import { addMember, memberWithSession, newAddress, outcome } from './people.ts'

test('of eight accounts that are given one address at once, one has it', async () => {
  const server = await startOAuth()
  const email = newAddress()
  const members = await Promise.all(Array.from({ length: 8 }, () => addMember(server)))

  const answers = await Promise.all(
    members.map(({ id }) => server.admin(`/admin/users/${id}`, { method: 'PUT', body: { email } })),
  )

  expect(sorted(answers)).toEqual(['200', ...Array(7).fill('422 email_exists')])
})

test('of eight apps of one name that are begun at once, one is', async () => {
  const server = await startOAuth()
  const { session } = await memberWithSession(server)
  const begin = () =>
    server.post<{ id?: string }>('/factors', { factor_type: 'totp' }, { as: session.access_token })

  const answers = await Promise.all(Array.from({ length: 8 }, begin))

  expect(sorted(answers)).toEqual(['200', ...Array(7).fill('422 mfa_factor_name_conflict')])
  expect(await server.sql('select id from auth.mfa_factors')).toEqual([
    { id: answers.find(({ status }) => status === 200)?.body.id },
  ])
})

test('a member who unlinks both identities at once keeps one', async () => {
  const server = await startOAuth()
  // Both carry the account's address, so that each might go.
  const { token } = await server.member('jonas@example.test')
  await server.link(token, { provider: 'github', person: 'jonas-weber' })
  const { identities } = (
    await server.call<{ identities: { identity_id: string }[] }>('/user', { as: token })
  ).body

  const answers = await Promise.all(
    identities.map(({ identity_id }) =>
      server.call(`/user/identities/${identity_id}`, { method: 'DELETE', as: token }),
    ),
  )

  expect(sorted(answers)).toEqual(['200', '422 single_identity_not_deletable'])
})

const sorted = (answers: Answer<unknown>[]) => answers.map(outcome).sort()
