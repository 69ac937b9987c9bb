import { readFile } from 'node:fs/promises'
import type { Sql } from '#db/database.ts'
import type { CheckLine } from './check-import.ts'

type VerifyPassword = (password: string, hash: string) => Promise<boolean>

type Kind = { kind: string; count: number }
type Account = { hash: string | null; is_banned: boolean }

/** Of each kind of password hash, whether the given passwords are right for it. */
export async function checkSignIns(
  sql: Sql,
  { file, verify }: { file: string | null; verify: VerifyPassword },
): Promise<CheckLine[]> {
  const { rows: kinds } = await sql.query<Kind>(
    `select coalesce(substring(encrypted_password from '^\\$([0-9a-z]+)'), 'unknown') as kind, count(*)::int as count
       from auth.users where encrypted_password is not null group by 1 order by 1`,
  )
  const tried = new Map<string, { right: number; all: number }>()

  for (const { email, password } of file === null ? [] : await readSignIns(file)) {
    const { rows } = await sql.query<Account>(
      `select encrypted_password as hash, coalesce(banned_until > now(), false) as is_banned
         from auth.users where email = lower($1) and not is_sso_user`,
      [email],
    )
    const { hash, is_banned: isBanned } = rows[0] ?? { hash: null, is_banned: false }
    const kind = /^\$([0-9a-z]+)/.exec(hash ?? '')?.[1] ?? 'no account'
    const { right, all } = tried.get(kind) ?? { right: 0, all: 0 }
    const isRight = hash !== null && !isBanned && (await verify(password, hash))
    tried.set(kind, { right: right + (isRight ? 1 : 0), all: all + 1 })
  }

  const untried = kinds.filter(({ kind }) => !tried.has(kind))
  return [
    ...untried.map(({ kind, count }) => ({
      isRight: true,
      what: `passwords of kind ${kind}`,
      result: `${count}, none tried: name one in a file of --sign-ins`,
    })),
    ...[...tried].map(([kind, { right, all }]) => ({
      isRight: right === all,
      what: `passwords of kind ${kind}`,
      result: `${right} of ${all} sign in`,
    })),
  ]
}

async function readSignIns(file: string): Promise<{ email: string; password: string }[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')

  return lines.map((line) => {
    const [, email = '', password = ''] = /^(\S+)\s(.*?)\r?$/.exec(line) ?? []
    return { email, password }
  })
}
