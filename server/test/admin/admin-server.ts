import type { MovableClock } from '@app/platform/clock/clock.ts'
import type { Environment } from '@app/platform/config/environment.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { JWT_SECRET, newMember, type TestMember } from '#test/new-member.ts'

export type Answer = { status: number; body: Record<string, unknown> }

type Level = { aal?: string; method?: string; hasFactor?: boolean; now?: Date; lasts?: string }
type Options = { env?: Environment; clock?: MovableClock }

const HOUR_MS = 60 * 60_000

/** A server with mails, whose people have sessions without signing in. */
export async function startAdminServer({ env = {}, clock }: Options = {}) {
  const auth = await startAuth({
    ...(clock && { clock }),
    withMail: true,
    env: { JWT_SECRET, AUTH_RATE_LIMIT_FACTOR: '0', ...env },
  })
  const member = (level: Level = {}) => newMember(auth.sql, level)
  const admin = async (level: Level = {}): Promise<TestMember> => {
    const made = await member(level)
    await auth.sql(`update public.users set role = 'admin' where id = $1`, [made.id])
    return made
  }

  const staleAdmin = () => admin({ now: new Date(Date.now() - 2 * HOUR_MS) })

  return {
    ...auth,
    member,
    newAdmin: admin,
    /** Their newest proof is older than an hour. */
    staleAdmin,
    /** One of each kind that the area tells apart. */
    allCallers: async () => {
      const callers = {
        visitor: null,
        member: await member(),
        'factor-not-used': await admin({ hasFactor: true }),
        admin: await admin(),
        'old-proof': await staleAdmin(),
        demoted: await admin(),
        banned: await admin(),
      }
      const { demoted, banned } = callers
      await auth.sql(`update public.users set role = 'member' where id = $1`, [demoted.id])
      await auth.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.id])

      return callers
    },
    users: (caller: TestMember | string | null, body: object) =>
      callArea(auth, 'admin-users', caller, body),
    sync: (caller: TestMember, body: object) => callArea(auth, 'admin-sync', caller, body),
    oauth: (caller: TestMember, body: object) => callArea(auth, 'admin-oauth', caller, body),
    sso: (caller: TestMember, body: object) => callArea(auth, 'admin-sso', caller, body),
    linesAbout: (id: string | null) =>
      auth.sql(
        `select actor_id, action, details, ip from public.audit_log
          where subject_type = 'user' and subject_id is not distinct from $1 order by created_at, id`,
        [id],
      ),
  }
}

async function callArea(
  auth: AuthServer,
  name: string,
  caller: TestMember | string | null,
  body: object,
): Promise<Answer> {
  const token = typeof caller === 'string' ? caller : caller?.token
  const answer = await fetch(`${auth.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })

  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

export const said = ({ status, body }: Answer) =>
  status === 200 ? '200' : `${status} ${body.code}`
