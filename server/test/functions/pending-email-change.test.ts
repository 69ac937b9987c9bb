import type { PendingEmailChangeReply } from '@app/contract/account-replies'
import type { SessionJson } from '@app/contract/identity'
import {
  addMember,
  memberWithSession,
  newAddress,
  outcome,
} from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from '#test/auth-server.ts'

test('a change of address is told until both mailboxes have agreed, with those that are due', async () => {
  const auth = await startAuth({ withMail: true })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  const before = await ask(auth, session)
  await change(auth, session, fresh)
  const asked = await ask(auth, session)
  const agree = async (email: string) => {
    const { code: token } = await auth.mailTo(email)
    await auth.post('/verify', { type: 'email_change', email, token })
  }

  await agree(fresh)
  const half = await ask(auth, session)
  await agree(current)
  const after = await ask(auth, session)

  expect(before.body).toEqual({ pending: null })
  expect(asked.body.pending).toEqual({
    email: fresh,
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
    waitingFor: ['current', 'new'],
  })
  expect(half.body.pending).toMatchObject({ email: fresh, waitingFor: ['current'] })
  expect(after.body).toEqual({ pending: null })
})

test('a withdrawn change ends its codes in both mailboxes, and can be asked for anew', async () => {
  const auth = await startAuth({ withMail: true, env: { AUTH_MAIL_INTERVAL_S: '0' } })
  const { email: current, session } = await memberWithSession(auth)
  const fresh = newAddress('fresh')
  await change(auth, session, fresh)
  const codes = [
    { email: current, token: (await auth.mailTo(current)).code },
    { email: fresh, token: (await auth.mailTo(fresh)).code },
  ]

  const withdrawn = await ask(auth, session, 'DELETE')
  const twice = await ask(auth, session, 'DELETE')
  const tried = await Promise.all(
    codes.map((code) => auth.post('/verify', { type: 'email_change', ...code })),
  )

  expect([withdrawn, twice].map(({ body }) => body)).toEqual([{ pending: null }, { pending: null }])
  expect(tried.map(outcome)).toEqual(['403 otp_expired', '403 otp_expired'])
  expect(await auth.sql('select email, email_change from auth.users')).toEqual([
    { email: current, email_change: '' },
  ])
  const lines = await auth.sql(
    `select payload -> 'traits' ->> 'new_email' as address from auth.audit_log_entries
      where payload ->> 'action' = 'user_email_change_withdrawn'`,
  )
  expect(lines).toEqual([{ address: fresh }])
  expect(outcome(await change(auth, session, fresh))).toBe('200')
})

test('an address that is taken is told like any other', async () => {
  const auth = await startAuth({ withMail: true })
  const { session } = await memberWithSession(auth)
  const { email: taken } = await addMember(auth)
  await change(auth, session, taken)

  const { body } = await ask(auth, session)

  expect(body.pending).toMatchObject({ email: taken, waitingFor: ['current', 'new'] })
})

test('a session that is over neither reads nor withdraws it', async () => {
  const auth = await startAuth({ withMail: true })
  const { session } = await memberWithSession(auth)
  await change(auth, session, newAddress('fresh'))
  await auth.post('/logout', {}, { as: session.access_token })

  const answers = [await ask(auth, session), await ask(auth, session, 'DELETE')]

  expect(answers.map(outcome)).toEqual(['401 session_not_found', '401 session_not_found'])
})

const change = (auth: AuthServer, { access_token }: SessionJson, email: string) =>
  auth.call('/user', { method: 'PUT', body: { email }, as: access_token })

async function ask(auth: AuthServer, { access_token }: SessionJson, method = 'GET') {
  const answer = await fetch(`${auth.url}/functions/v1/pending-email-change`, {
    method,
    headers: { authorization: `Bearer ${access_token}` },
  })

  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as PendingEmailChangeReply,
  }
}
