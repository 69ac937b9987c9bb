import { randomUUID } from 'node:crypto'
import type { MailsFilter } from '@app/contract/admin-operations'
import type { MailLine, MailsReply } from '@app/contract/admin-operations-replies'
import { languageOf } from '@app/contract/languages'
import { retryFailedMailIn } from '@app/platform/mail/failed-mail.ts'
import { countMails, findMail, type ListedMail, listMails } from '@app/platform/mail/mail-list.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { linkExpired, noAddress, notInList } from '#admin/errors.ts'
import { readAsAdmin, writeAsAdmin } from '#admin/levels.ts'
import { COUNT_LIMIT, iso, PAGE_ROWS, pageOf } from '#admin/list-pages.ts'

export async function listOutbox(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  { state, q, ...filter }: MailsFilter,
): Promise<MailsReply> {
  return readAsAdmin(needs, caller, async (sql) => {
    const place = readCursor(filter.after)
    const after = place && { createdAt: place.key, id: place.id }
    const narrowed = { state, start: q?.trim() || undefined }
    return pageOf(
      await listMails(sql, { ...narrowed, after }, PAGE_ROWS + 1),
      await countMails(sql, narrowed, COUNT_LIMIT),
      ({ key: _, ...row }) => asLine(row),
    )
  })
}

export const resendMail = (needs: AdminArea, caller: AdminCaller, id: string): Promise<void> =>
  writeAsAdmin(
    needs,
    caller,
    { action: 'mail_resent', subjectType: 'mail', subjectId: id },
    async (sql) => {
      const mail = await findMail(sql, id)
      if (!mail) throw notInList()
      if (ONE_TIME.has(mail.template)) throw linkExpired()
      if (!(await retryFailedMailIn(sql, id))) throw notInList()
    },
  )

/** Proves that mails are sent and reach the caller's inbox. Returns the address. */
export const sendTestMail = (needs: AdminArea, caller: AdminCaller): Promise<string> =>
  writeAsAdmin(
    needs,
    caller,
    { action: 'test_mail_sent', subjectType: 'mail', subjectId: null },
    async (sql) => {
      const { rows } = await sql.query<{ email: string | null; language: string }>(
        'select email, language from public.users where id = $1',
        [caller.member.id],
      )
      const [person] = rows
      if (!person?.email) throw noAddress()
      await needs.outbox.queue(sql, {
        template: 'test_mail',
        params: { at: needs.clock.now() },
        to: person.email,
        language: languageOf(person.language),
        key: `test mail ${randomUUID()}`,
      })
      return person.email
    },
  )

/** Their links and codes work once and only briefly. */
const ONE_TIME = new Set([
  'confirmation',
  'magic_link',
  'recovery',
  'invite',
  'email_change_new',
  'email_change_current',
  'reauthentication',
])

const asLine = ({ created_at, finished_at, can_resend, ...mail }: ListedMail): MailLine => ({
  ...mail,
  createdAt: created_at.toISOString(),
  finishedAt: iso(finished_at),
  resend: resendOf(mail.template, can_resend),
})

function resendOf(template: string, canResend: boolean): MailLine['resend'] {
  if (!canResend) return 'impossible'
  return ONE_TIME.has(template) ? 'expired' : 'possible'
}
