import {
  type PartState,
  STATUS_PATH,
  type StatusPart,
  type StatusReply,
} from '@app/contract/status'
import { Badge } from '@app/ui/badge.tsx'
import { useEffect, useState } from 'react'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const EVERY_MS = 30_000
const TONES = { working: 'positive', slow: 'notice', down: 'danger' } as const
const NAMES: Record<StatusPart, MessageKey> = {
  accounts: 'docs.status.parts.accounts',
  projects: 'docs.status.parts.projects',
  mail: 'docs.status.parts.mail',
  files: 'docs.status.parts.files',
  github: 'docs.status.parts.github',
  payments: 'docs.status.parts.payments',
}
/** Shown while they are checked. Few installations keep files apart from the database. */
const USUAL = (Object.keys(NAMES) as StatusPart[]).filter((part) => part !== 'files')
const STATES: Record<PartState, MessageKey> = {
  working: 'docs.status.states.working',
  slow: 'docs.status.states.slow',
  down: 'docs.status.states.down',
}
/** What it means for a visitor that a part is slow. */
const NOTES: Partial<Record<StatusPart, MessageKey>> = {
  mail: 'docs.status.notes.mail',
  files: 'docs.status.notes.files',
  github: 'docs.status.notes.github',
  payments: 'docs.status.notes.payments',
}

type Status = StatusReply | 'checking' | 'unreachable'

/** Which part works, by the server's own checks. */
export function StatusScreen() {
  const { t, date } = useTranslation()
  const { siteName } = usePublicConfig()
  const status = useStatus()
  const reply = typeof status === 'string' ? null : status
  const parts = reply?.parts ?? (status === 'checking' ? USUAL.map((part) => ({ part })) : [])

  return (
    <article className="page-edge w-full py-12 md:py-16">
      <h1 className="text-title font-semibold">{t('docs.status.title')}</h1>
      <p role="status" className="mt-4 text-lg text-ink-soft">
        {t(summaryOf(status), { siteName })}
      </p>
      <p className="mt-4 text-sm text-ink-soft">{t('docs.status.again')}</p>
      <p className="min-h-6 text-sm text-ink-soft">
        {reply &&
          t('docs.status.checkedAt', {
            time: date(new Date(reply.checkedAt), { timeStyle: 'medium' }),
          })}
      </p>
      {parts.length > 0 && (
        <ul
          aria-label={t('docs.status.list')}
          className="mt-8 max-w-[44rem] divide-y divide-line rounded-lg border border-line"
        >
          {parts.map((one) => (
            <Part key={one.part} {...one} />
          ))}
        </ul>
      )}
      <Notes parts={reply?.parts ?? []} />
    </article>
  )
}

function Part({ part, state }: { part: StatusPart; state?: PartState }) {
  const { t } = useTranslation()

  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <span className="font-medium">{t(NAMES[part])}</span>
      {/* As wide as the widest chip, so that the name beside it keeps its lines. */}
      <span className="flex w-28 flex-none justify-end">
        {state ? (
          // A chip of its own, because one that changed its width would have moved.
          <Badge key={state} tone={TONES[state]}>
            {t(STATES[state])}
          </Badge>
        ) : (
          <Badge key="checking">{t('docs.status.checking')}</Badge>
        )}
      </span>
    </li>
  )
}

/** What it means that parts do not work: last and with room of its own, because it comes late and must move nothing. */
function Notes({ parts }: { parts: StatusReply['parts'] }) {
  const { t } = useTranslation()
  const broken = parts.filter(({ state }) => state !== 'working')
  const notes = new Set(broken.map(({ part, state }) => noteOf(part, state)))

  return (
    <div className="mt-4 min-h-40 max-w-[44rem] space-y-2 text-ink-soft">
      {[...notes].map((note) => (
        <p key={note}>{t(note)}</p>
      ))}
    </div>
  )
}

const noteOf = (part: StatusPart, state: PartState): MessageKey =>
  (state === 'slow' && NOTES[part]) || 'docs.status.notes.down'

function summaryOf(status: Status): MessageKey {
  if (status === 'checking') return 'docs.status.checking'
  if (status === 'unreachable') return 'docs.status.unreachable'
  const states = status.parts.map(({ state }) => state)
  if (states.includes('down')) return 'docs.status.someDown'

  return states.includes('slow') ? 'docs.status.someSlow' : 'docs.status.allWork'
}

/** Read again while somebody looks. */
function useStatus(): Status {
  const [status, setStatus] = useState<Status>('checking')

  useEffect(() => {
    const end = new AbortController()
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const found = await readStatus(end.signal)
      if (!end.signal.aborted) setStatus(found)
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look, { signal: end.signal })
    void look()

    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [])

  return status
}

async function readStatus(signal: AbortSignal): Promise<Status> {
  try {
    const answer = await fetch(STATUS_PATH, { signal })
    return answer.ok ? ((await answer.json()) as StatusReply) : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
