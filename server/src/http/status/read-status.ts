import type { PartState, StatusPart, StatusReply } from '@app/contract/status'
import type { Clock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { within } from '@app/platform/errors/within.ts'

export type StatusNeeds = {
  db: Database
  clock: Clock
  /** Whether this installation has them. */
  services: { github: boolean; payments: boolean; files: boolean }
}

const LIMIT_MS = 2_000
const tooLate = () => new Error('The database took too long')
/** Mails are usually sent within seconds. */
const MAIL_LATE_S = 600
/** An older failure says nothing about now: nobody has called since. */
const RECENT_S = 900

/** From our own checks. Never rejects, and names no error: visitors read it. */
export async function readStatus({ db, clock, services }: StatusNeeds): Promise<StatusReply> {
  const facts = await within(LIMIT_MS, factsIn(db), tooLate).catch(() => null)
  const data: PartState = facts === null ? 'down' : 'working'
  const parts: Partial<Record<StatusPart, PartState>> = {
    accounts: data,
    projects: data,
    ...(facts && { mail: facts.isMailLate ? 'slow' : 'working' }),
    ...(facts && services.github && { github: stateOf(facts.failing, 'github') }),
    ...(facts && services.files && { files: stateOf(facts.failing, 's3') }),
    ...(facts && services.payments && { payments: stateOf(facts.failing, 'lemon-squeezy') }),
  }

  return {
    checkedAt: clock.now().toISOString(),
    parts: Object.entries(parts).map(([part, state]) => ({ part: part as StatusPart, state })),
  }
}

type Facts = { isMailLate: boolean; failing: string[] }

const stateOf = (failing: readonly string[], service: string): PartState =>
  failing.includes(service) ? 'slow' : 'working'

async function factsIn(db: Database): Promise<Facts> {
  const { rows } = await db.ask<Facts>(theServer, {
    text: `select exists (
              select from ops.mail_outbox
               where sent_at is null and failed_at is null
                 and created_at < ops.now() - make_interval(secs => $1)) as "isMailLate",
            array(
              select service from ops.service_calls
               where failed_at > coalesce(succeeded_at, '-infinity')
                 and failed_at > ops.now() - make_interval(secs => $2)) as failing`,
    values: [MAIL_LATE_S, RECENT_S],
  })
  const [facts] = rows
  if (!facts) throw new Error('The database did not answer')

  return facts
}
