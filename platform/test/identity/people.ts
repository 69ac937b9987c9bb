import type { SessionJson } from '@app/contract/identity'
import type { Answer, AuthServer } from '#test/auth-server.ts'

export const PASSWORD = 'correct horse 1'

let count = 0

/** An address that is unique within this process. */
export const newAddress = (name = 'member') => `${name}-${++count}@example.test`

/** A confirmed account, created by the admin API. */
export async function addMember(auth: AuthServer, email = newAddress()) {
  const { body } = await auth.admin<{ id: string }>('/admin/users', {
    method: 'POST',
    body: { email, password: PASSWORD, email_confirm: true },
  })

  return { id: body.id, email }
}

/** Signs a member in, from an address of its own so that limits do not meet. */
export async function signIn(
  auth: AuthServer,
  email: string,
  password = PASSWORD,
  from?: string,
): Promise<SessionJson> {
  const answer = await auth.post<SessionJson>(
    '/token?grant_type=password',
    { email, password },
    from === undefined ? {} : { from },
  )
  if (answer.status !== 200) throw new Error(`Sign-in answered ${outcome(answer)}`)

  return answer.body
}

/** A new member with a session. */
export async function memberWithSession(auth: AuthServer, email = newAddress()) {
  const member = await addMember(auth, email)

  return { ...member, session: await signIn(auth, member.email) }
}

/** The code and link of a mail that an admin asks for instead of sending it. */
export async function linkFor(auth: AuthServer, body: Record<string, unknown>) {
  const answer = await auth.admin<{
    email_otp: string
    hashed_token: string
    action_link: string
    verification_type: string
    id: string
  }>('/admin/generate_link', { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`generate_link answered ${outcome(answer)}`)

  return answer.body
}

/** `422 weak_password`, or the bare status where there is no code. */
export const outcome = ({ status, body }: Answer<unknown>): string => {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined

  return typeof code === 'string' && status >= 400 ? `${status} ${code}` : String(status)
}

/** Runs named cases one after the other, and formats the results. */
export async function outcomes(
  cases: Record<string, () => Promise<Answer<unknown>>>,
): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {}
  for (const [name, run] of Object.entries(cases)) drawn[name] = outcome(await run())

  return drawn
}
