import type { Sql } from '#db/database.ts'
import { moveStaged } from './move-staged.ts'
import type { Report } from './report.ts'
import type { StagedTables } from './staged-tables.ts'

/** Seals the secret of a factor with the keys of this installation. */
export type SealFactor = (factorId: string, secret: string) => string

/** Codes and pending changes: nobody can use them any more, because our own are stored in another way. */
const PENDING = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'email_change',
  'email_change_sent_at',
  'email_change_confirm_status',
  'phone_change',
  'phone_change_token',
  'phone_change_sent_at',
  'reauthentication_token',
  'reauthentication_sent_at',
  'is_super_admin',
]

/** Accounts with their identities and second factors. */
export async function takeInAccounts(
  sql: Sql,
  staged: StagedTables,
  { report, seal }: { report: Report; seal: SealFactor },
): Promise<void> {
  const accounts = await moveStaged(sql, staged, 'auth.users', {
    without: PENDING,
    values: {
      email: `lower(nullif(email, ''))`,
      phone: `nullif(phone, '')`,
      encrypted_password: `nullif(encrypted_password, '')`,
    },
    further: {
      has_unverified_credentials: `nullif(to_jsonb(staged) ->> 'email_confirmed_at', '') is null
        and nullif(to_jsonb(staged) ->> 'phone_confirmed_at', '') is null
        and not coalesce((to_jsonb(staged) ->> 'is_anonymous')::boolean, false)`,
    },
  })
  report.add('carried', 'accounts', { count: accounts })
  const identities = await moveStaged(sql, staged, 'auth.identities')
  report.add('carried', 'identities', { count: identities })
  await takeInFactors(sql, staged, { report, seal })
}

type Factor = { id: string; secret: string | null; type: string; status: string }

const BASE32 = /^[A-Z2-7]+=*$/i
const NEW_FACTOR = 'their owners sign in without, until they set one up again'

async function takeInFactors(
  sql: Sql,
  staged: StagedTables,
  { report, seal }: { report: Report; seal: SealFactor },
): Promise<void> {
  const table = staged.of('auth.mfa_factors')
  if (!table) return
  const { rows } = await sql.query<Factor>(
    `select row ->> 'id' as id, row ->> 'secret' as secret, row ->> 'factor_type' as type, row ->> 'status' as status
       from (select to_jsonb(staged) as row from ${table.name} as staged) as factors`,
  )
  const sealed: { id: string; secret: string }[] = []

  for (const { id, secret, type, status } of rows) {
    if (status !== 'verified') continue
    if (type !== 'totp') report.add('left out', `second factors: ${type}`, { because: NEW_FACTOR })
    else if (!secret || !BASE32.test(secret))
      report.add('left out', 'second factors: encrypted codes', { because: NEW_FACTOR })
    else sealed.push({ id, secret: seal(id, secret) })
  }
  await sql.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret_sealed, created_at, updated_at)
     select id::uuid, (row ->> 'user_id')::uuid, row ->> 'friendly_name', 'totp', 'verified', secret,
            coalesce((row ->> 'created_at')::timestamptz, now()), coalesce((row ->> 'updated_at')::timestamptz, now())
       from unnest($1::text[], $2::text[]) as given (id, secret)
       join (select to_jsonb(staged) as row from ${table.name} as staged) as factors on row ->> 'id' = id`,
    [sealed.map(({ id }) => id), sealed.map(({ secret }) => secret)],
  )
  report.add('carried', 'second factors: authenticator apps', { count: sealed.length })
}
