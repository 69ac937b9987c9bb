import {
  type PartState,
  STATUS_PATH,
  type StatusPart,
  type StatusReply,
} from '@app/contract/status'
import { Badge } from '@app/ui/badge.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
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
  const { t } = useTranslation()
  const status = useStatus()
  const reply = typeof status === 'string' ? null : status
  const parts = reply?.parts ?? (status === 'checking' ? USUAL.map((part) => ({ part })) : [])

  return (
    <article className="page-edge w-full py-12 md:py-16">
      <h1 className="text-title font-semibold">{t('docs.status.title')}</h1>
      <div className="mt-6 grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div>
          <Summary status={status} />
          {parts.length > 0 && (
            <ul
              aria-label={t('docs.status.list')}
              className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {parts.map((one) => (
                <Part key={one.part} {...one} />
              ))}
            </ul>
          )}
        </div>
        <OtherTrouble />
        <Notes parts={reply?.parts ?? []} />
      </div>
    </article>
  )
}

const LOOKS = {
  checking: 'border-line bg-surface',
  working: 'border-positive/40 bg-positive-tint',
  slow: 'border-notice/40 bg-notice-tint',
  down: 'border-danger/40 bg-danger-tint',
}

/** The answer in one sentence, and of when it is. */
function Summary({ status }: { status: Status }) {
  const { t, date } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <div className={`rounded-lg border px-4 py-3.5 ${LOOKS[worstOf(status)]}`}>
      {/* On the narrowest phones the longest answer has two lines. */}
      <p role="status" className="text-lg font-semibold max-[24rem]:min-h-[2lh]">
        {t(summaryOf(status), { siteName })}
      </p>
      <p className="mt-0.5 min-h-[1lh] text-sm text-ink-soft">
        {typeof status !== 'string' &&
          t('docs.status.checkedAt', {
            time: date(new Date(status.checkedAt), { timeStyle: 'medium' }),
          })}
      </p>
      <p className="text-sm text-ink-soft">{t('docs.status.again')}</p>
    </div>
  )
}

/** For readers whose trouble is not on the list. */
function OtherTrouble() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const look =
    'inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11'

  return (
    <aside className="text-sm">
      <h2 className="text-base font-semibold">{t('docs.status.other')}</h2>
      <ul className="mt-2">
        <li>
          <Link to={guidePaths.troubleshooting} className={look}>
            {t('footer.troubleshooting')}
          </Link>
        </li>
        <li>
          <a href={`mailto:${supportEmail}`} className={look}>
            {t('footer.support')}
          </a>
        </li>
      </ul>
    </aside>
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
    <div className="min-h-40 space-y-2 text-ink-soft">
      {[...notes].map((note) => (
        <p key={note}>{t(note)}</p>
      ))}
    </div>
  )
}

const noteOf = (part: StatusPart, state: PartState): MessageKey =>
  (state === 'slow' && NOTES[part]) || 'docs.status.notes.down'

const SUMMARIES = {
  working: 'docs.status.allWork',
  slow: 'docs.status.someSlow',
  down: 'docs.status.someDown',
} as const

function summaryOf(status: Status): MessageKey {
  if (status === 'checking') return 'docs.status.checking'
  if (status === 'unreachable') return 'docs.status.unreachable'

  return SUMMARIES[stateOf(status)]
}

const worstOf = (status: Status): keyof typeof LOOKS => {
  if (status === 'checking') return 'checking'

  return status === 'unreachable' ? 'down' : stateOf(status)
}

function stateOf({ parts }: StatusReply): PartState {
  const states = parts.map(({ state }) => state)
  if (states.includes('down')) return 'down'

  return states.includes('slow') ? 'slow' : 'working'
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
