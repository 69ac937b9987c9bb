import type { Sql } from '#db/database.ts'

/** A test sign-in under way, or answered. */
export type SamlTest = {
  id: string
  sso_provider_id: string
  request_id: string
  redirect_to: string
  report_sealed: string | null
  created_at: Date
}

const COLUMNS = 'id, sso_provider_id, request_id, redirect_to, report_sealed, created_at'

export async function insertTest(sql: Sql, one: Omit<SamlTest, 'report_sealed'>): Promise<void> {
  await sql.query(
    `insert into auth.saml_tests (id, sso_provider_id, request_id, redirect_to, created_at)
     values ($1, $2, $3, $4, $5)`,
    [one.id, one.sso_provider_id, one.request_id, one.redirect_to, one.created_at],
  )
}

/** Of concurrent responses only one finds the test. */
export async function spendTest(sql: Sql, id: string, now: Date): Promise<SamlTest | null> {
  const { rows } = await sql.query<SamlTest>(
    `update auth.saml_tests set used_at = $2 where id = $1 and used_at is null returning ${COLUMNS}`,
    [id, now],
  )

  return rows[0] ?? null
}

export async function storeReport(sql: Sql, id: string, sealed: string): Promise<void> {
  await sql.query('update auth.saml_tests set report_sealed = $2 where id = $1', [id, sealed])
}

export async function findTest(sql: Sql, id: string, providerId: string): Promise<SamlTest | null> {
  const { rows } = await sql.query<SamlTest>(
    `select ${COLUMNS} from auth.saml_tests where id = $1 and sso_provider_id = $2`,
    [id, providerId],
  )

  return rows[0] ?? null
}
