import type { Database } from '@app/platform/db/database.ts'
import { sqlState } from '@app/platform/db/errors.ts'
import { isUuid } from '@app/platform/db/uuid.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { type DeadLetter, deadLetters, retryDeadLetter } from '@app/platform/jobs/dead-letters.ts'
import { type FailedMail, failedMails, retryFailedMail } from '@app/platform/mail/failed-mail.ts'
import { withDatabase } from './open-database.ts'

/** Operator commands about jobs and mails that failed permanently. */
export const queueCommands = {
  'failed-jobs': {
    use: 'failed-jobs                lists the newest 100 jobs that failed, newest first',
    run: () =>
      withQueue(async (db) => listed(await deadLetters(db), jobLine, 'No job has failed.')),
  },
  'retry-job': {
    use: 'retry-job <kind> <id>      tries a failed job once more',
    run: ([kind = '', id = '']: string[]) =>
      withQueue(async (db) => {
        if (!isUuid(id) || !(await retryDeadLetter(db, kind, id))) {
          throw new StartError('There is no failed job with this kind and id.')
        }
        return 'Retried. A running server takes it at once, a stopped one at its start.'
      }),
  },
  'failed-mails': {
    use: 'failed-mails               lists the newest 100 mails that failed, newest first',
    run: () =>
      withQueue(async (db) => listed(await failedMails(db), mailLine, 'No mail has failed.')),
  },
  'resend-mail': {
    use: 'resend-mail <id>           sends a failed mail again, unless its address was not valid',
    run: ([id = '']: string[]) =>
      withQueue(async (db) => {
        if (!isUuid(id) || !(await retryFailedMail(db, id))) {
          throw new StartError('There is no failed mail with this id and a valid address.')
        }
        return 'Queued again. A running server sends it at once, a stopped one at its start.'
      }),
  },
}

const withQueue = (work: (db: Database) => Promise<string>) =>
  withDatabase(work).catch((error: unknown) => {
    const hasNoQueue = sqlState(error) === UNDEFINED_TABLE
    throw hasNoQueue ? new StartError('There is no queue yet: start the product once.') : error
  })

const UNDEFINED_TABLE = '42P01'

const listed = <Row>(rows: readonly Row[], lineOf: (row: Row) => string[], none: string): string =>
  rows.length === 0 ? none : rows.map((row) => lineOf(row).join('  ')).join('\n')

/** Omits the payload, which may contain ids of members. */
const jobLine = ({ id, kind, failed_at, attempts, reason }: DeadLetter): string[] => [
  id,
  kind,
  failed_at.toISOString(),
  `${attempts} tries`,
  firstLine(reason),
]

/** Includes the address, which tells an operator whether sending again can help. */
const mailLine = (mail: FailedMail): string[] => [
  mail.id,
  mail.template,
  mail.to_address,
  mail.failed_at.toISOString(),
  `${mail.attempts} tries`,
  firstLine(mail.reason),
]

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
