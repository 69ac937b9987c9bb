import type { SMTPServerSession } from 'smtp-server'
import type { Faults } from '#runtime/faults.ts'
import type { RequestLog } from '#runtime/request-log.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

/** Runs one SMTP step, unless a fault applies, and logs it. */
export type Step = (
  session: SMTPServerSession,
  path: string,
  work?: () => Promise<void>,
) => Promise<void>

type Needs = { faults: Faults; log: RequestLog; dropConnection(session: SMTPServerSession): void }

/**
 * Faults apply to SMTP as to HTTP: the method is `SMTP`, the path `/connect`, `/auth`, `/mail/<sender>`,
 * `/rcpt/<recipient>` or `/data`. A status from 400 refuses the step; a smaller one claims success and does nothing.
 */
export function smtpSteps({ faults, log, dropConnection }: Needs): Step {
  const perform = async (...[session, path, work]: Parameters<Step>): Promise<number | null> => {
    const fault = await faults.consume('SMTP', path)
    if (fault?.latencyMs) await faults.delay(fault)
    if (fault?.status && fault.status >= 400) {
      throw new SmtpRefusal(fault.status, 'This is a fault the stand-in was told to show')
    }
    if (fault?.drop !== 'before' && !fault?.status) await work?.()
    if (!fault?.drop) return 250

    dropConnection(session)
    return null
  }

  return async (session, path, work) => {
    const entry = { method: 'SMTP', path, headers: null, body: null }
    try {
      log.add({ ...entry, status: await perform(session, path, work) })
    } catch (error) {
      log.add({ ...entry, status: error instanceof SmtpRefusal ? error.responseCode : 451 })
      throw error
    }
  }
}
