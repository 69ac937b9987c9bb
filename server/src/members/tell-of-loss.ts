import { DEFAULT_LANGUAGE, isLanguage } from '@app/contract/languages'
import type { Sql } from '@app/platform/db/database.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import type { ProductOutbox } from '#mails/templates.ts'

type Loss = 'app' | 'codes' | 'github'

const TAB = { app: 'security', codes: 'security', github: 'github' } as const

/** Queues one mail about each loss to each owner, on the same day only once. */
export async function tellOfLoss(
  sql: Sql,
  { outbox, now }: { outbox: ProductOutbox; now: Date },
  what: Loss,
  accounts: readonly string[],
): Promise<number> {
  const { rows } = await sql.query<{ id: string; email: string; language: string | null }>(
    `select id, email, auth.account_language(id) as language from auth.users
      where id = any ($1::uuid[]) and email is not null and email_confirmed_at is not null`,
    [accounts],
  )
  const link: SiteLink = { on: 'site', path: '/settings', query: { tab: TAB[what] } }
  let queued = 0
  for (const { id, email, language } of rows) {
    const isNew = await outbox.queue(sql, {
      template: 'secret_lost',
      params: { what, link },
      to: email,
      language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
      key: `secret_lost ${what} ${id} ${now.toISOString().slice(0, 10)}`,
    })
    if (isNew) queued += 1
  }

  return queued
}
