import type { Sql } from '#db/database.ts'
import type { SessionRow } from '#identity/sessions/sessions-table.ts'

type Raised = Pick<
  SessionRow,
  'id' | 'amr' | 'factor_id' | 'refresh_counter' | 'refresh_key_sealed' | 'user_agent' | 'ip'
>

export async function updateToAal2(sql: Sql, now: Date, session: Raised): Promise<void> {
  await sql.query(
    `update auth.sessions
        set aal = 'aal2', amr = $2, factor_id = $3, refresh_counter = $4, refresh_key_sealed = $5,
            user_agent = $6, ip = $7, refreshed_at = $8, updated_at = $8
      where id = $1`,
    [
      session.id,
      JSON.stringify(session.amr),
      session.factor_id,
      session.refresh_counter,
      session.refresh_key_sealed,
      session.user_agent,
      session.ip,
      now,
    ],
  )
}

/** Ends sessions without the second factor, so that their next sign-in requires it. */
export async function deleteLowSessions(
  sql: Sql,
  userId: string,
  { except }: { except: string },
): Promise<void> {
  await sql.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1' and id <> $2`, [
    userId,
    except,
  ])
}

type Lowering = { factorId: string; method: string; except?: string | null }

/** Sessions that a deleted factor raised return to aal1, without the factor's `amr` entry. */
export async function lowerSessions(
  sql: Sql,
  now: Date,
  { factorId, method, except = null }: Lowering,
): Promise<void> {
  await sql.query(
    `update auth.sessions
        set aal = 'aal1', factor_id = null, updated_at = $3,
            amr = coalesce((
              select jsonb_agg(proof order by place)
                from jsonb_array_elements(amr) with ordinality as proofs (proof, place)
               where proof ->> 'method' <> $2
            ), '[]')
      where factor_id = $1 and id is distinct from $4::uuid`,
    [factorId, method, now, except],
  )
}
