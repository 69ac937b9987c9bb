import type { Language } from '@app/contract/languages'
import type { Database, Sql } from '#db/database.ts'
import { deleteOutdated } from '#db/in-batches.ts'

export type NewMail = {
  id: string
  dedupe_key: string
  to_address: string
  template: string
  language: Language
  payload_sealed: string
  /** Why it cannot be sent, if already known. */
  refusal: string | null
}

/** Returns false if a mail with this key already exists. */
export async function insertMail(sql: Sql, mail: NewMail): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into ops.mail_outbox (id, dedupe_key, to_address, template, language, payload_sealed, last_error, failed_at)
     values ($1, $2, $3, $4, $5, $6, $7::text, case when $7::text is not null then ops.now() end)
     on conflict (dedupe_key) do nothing`,
    [
      mail.id,
      mail.dedupe_key,
      mail.to_address,
      mail.template,
      mail.language,
      mail.payload_sealed,
      mail.refusal,
    ],
  )

  return rowCount > 0
}

export type ClaimedMail = {
  id: string
  to_address: string
  template: string
  language: Language
  payload_sealed: string
  message_id: string
  attempts: number
}

type Claim = { most: number; until: Date; messageIdHost: string }

/**
 * Claims the oldest due mails for this server until the given time. Counted as tried before SMTP, so that after a crash they are sent or
 * retried with the same Message-ID.
 */
export async function claimMails(sql: Sql, { most, until, messageIdHost }: Claim) {
  const { rows } = await sql.query<ClaimedMail>(
    `with due as (
       select id
         from ops.mail_outbox
        where sent_at is null and failed_at is null and send_after <= ops.now()
        order by created_at, id
        limit $1
          for update skip locked
     ), claimed as (
       update ops.mail_outbox as mail
          set attempts = attempts + 1, send_after = $2, message_id = '<' || mail.id || '@' || $3::text || '>'
         from due
        where mail.id = due.id
       returning mail.*
     )
     select id, to_address, template, language, payload_sealed, message_id, attempts
       from claimed
      order by created_at, id`,
    [most, until, messageIdHost],
  )

  return rows
}

/**
 * Extends the leases of claimed mails. Skips mails whose `send_after` changed, because they have an outcome or another owner. Returns those
 * that are still held.
 */
export async function renewMails(
  sql: Sql,
  held: readonly (readonly [id: string, until: Date])[],
  until: Date,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `update ops.mail_outbox as mail set send_after = $3
       from unnest($1::uuid[], $2::timestamptz[]) as held (id, until)
      where mail.id = held.id and mail.send_after = held.until
        and mail.sent_at is null and mail.failed_at is null
     returning mail.id`,
    [held.map(([id]) => id), held.map(([, last]) => last.toISOString()), until],
  )

  return rows.map(({ id }) => id)
}

/** After the last mail to a deleted account, no record shows its recipient. */
const READER = `case template when 'account_deleted' then '' else to_address end`

/** Deletes the content, which was only for the recipient. */
export async function markSent(sql: Sql, id: string, sealedNothing: string): Promise<void> {
  await sql.query(
    `update ops.mail_outbox
        set sent_at = ops.now(), payload_sealed = $2, last_error = null, to_address = ${READER}
      where id = $1`,
    [id, sealedNothing],
  )
}

/** Finishes a mail without sending: no failure, and no retry. */
export async function dropMail(sql: Sql, id: string, sealedNothing: string): Promise<void> {
  await sql.query(
    `update ops.mail_outbox
        set sent_at = ops.now(), payload_sealed = $2, last_error = 'Not sent: its reader has switched these off'
      where id = $1`,
    [id, sealedNothing],
  )
}

/** Does nothing if another server has claimed or sent the mail in the meantime. */
export async function markForLater(sql: Sql, mail: ClaimedMail, sendAfter: Date, reason: string) {
  await sql.query(
    `update ops.mail_outbox set send_after = $3, last_error = $4
      where id = $1 and attempts = $2 and sent_at is null`,
    [mail.id, mail.attempts, sendAfter, reason],
  )
}

export async function markFailed(sql: Sql, mail: ClaimedMail, reason: string): Promise<void> {
  await sql.query(
    `update ops.mail_outbox
        set failed_at = ops.now(), last_error = $3, to_address = ${READER}
      where id = $1 and attempts = $2 and sent_at is null`,
    [mail.id, mail.attempts, reason],
  )
}

/** Returns claimed mails that were not tried to the queue. */
export async function giveBack(sql: Sql, ids: string[], sendAfter: Date): Promise<void> {
  await sql.query(
    `update ops.mail_outbox set attempts = attempts - 1, send_after = $2 where id = any ($1::uuid[])`,
    [ids, sendAfter],
  )
}

export async function deleteFinished(db: Database, olderThanDays: number): Promise<void> {
  await deleteOutdated(db, {
    table: 'ops.mail_outbox',
    where: `coalesce(sent_at, failed_at) < ops.now() - $1 * interval '1 day'`,
    values: [olderThanDays],
  })
}
