import { setTimeout as wait } from 'node:timers/promises'
import type { SMTPServerSession } from 'smtp-server'
import type { Faults } from '#frame/faults.ts'
import type { RequestLog } from '#frame/request-log.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

type Needs = { faults: Faults; log: RequestLog; hangUp(session: SMTPServerSession): void }

/**
 * Faults meet SMTP as they meet HTTP: the method is `SMTP`, the path `/connect`, `/auth`, `/mail/<sender>`,
 * `/rcpt/<recipient>` or `/data`. A status from 400 refuses the step; a smaller one claims success and does nothing.
 */
export function smtpSteps({ faults, log, hangUp }: Needs) {
  const perform = async (session: SMTPServerSession, path: string, work: () => Promise<void>) => {
    const fault = await faults.meet('SMTP', path)
    if (fault?.latencyMs) await wait(fault.latencyMs)
    if (fault?.drop === 'before') return hangUp(session)
    if (fault?.status != null && fault.status >= 400) {
      throw new SmtpRefusal(fault.status, 'This is a fault the stand-in was told to show')
    }
    if (fault?.status == null) await work()
    if (fault?.drop === 'after') hangUp(session)
  }

  return {
    async step(session: SMTPServerSession, path: string, work = async () => {}): Promise<void> {
      const entry = { method: 'SMTP', path, headers: null, body: null }
      try {
        await perform(session, path, work)
        log.add({ ...entry, status: 250 })
      } catch (error) {
        log.add({ ...entry, status: error instanceof SmtpRefusal ? error.responseCode : 451 })
        throw error
      }
    },
  }
}
