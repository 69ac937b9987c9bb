import type { SubscriberReply } from '@app/contract/admin-billing'
import { Badge } from '@app/ui/badge.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const OUTCOMES: Partial<Record<string, MessageKey>> = {
  applied: 'admin.billing.outcome.applied',
  outdated: 'admin.billing.outcome.outdated',
  ignored: 'admin.billing.outcome.ignored',
  unclaimed: 'admin.billing.outcome.unclaimed',
  failed: 'admin.billing.outcome.failed',
}

const ACTIONS: Partial<Record<string, MessageKey>> = {
  subscription_checked: 'admin.billing.action.checked',
  subscription_cancelled: 'admin.billing.action.cancelled',
  subscription_resumed: 'admin.billing.action.resumed',
  payment_refunded: 'admin.billing.action.refunded',
}

const STATES: Partial<Record<string, MessageKey>> = {
  asked: 'admin.billing.step.asked',
  done: 'admin.billing.step.done',
  failed: 'admin.billing.step.failed',
}

type Props = Pick<SubscriberReply, 'events' | 'audit'>

/** The provider's events and the admins' actions. */
export function SubscriberHistory({ events, audit }: Props) {
  const { t } = useTranslation()
  const words = (known: Partial<Record<string, MessageKey>>, code: string) => {
    const key = known[code]
    return key ? t(key) : code
  }

  return (
    <>
      <Section title={t('admin.billing.events')} empty={t('admin.billing.noEvents')}>
        {events.map(({ id, name, outcome, error, receivedAt }) => (
          <Line key={id} at={receivedAt}>
            <span className="break-words">{name}</span>{' '}
            <Badge tone={outcome === 'failed' ? 'danger' : 'plain'}>
              {outcome ? words(OUTCOMES, outcome) : t('admin.billing.outcome.waiting')}
            </Badge>
            {error && <span className="block break-words text-danger">{error}</span>}
          </Line>
        ))}
      </Section>
      <Section title={t('admin.billing.audit')} empty={t('admin.billing.noAudit')}>
        {audit.map(({ id, actor, action, details, createdAt }) => (
          <Line key={id} at={createdAt}>
            <span>{words(ACTIONS, action)}</span> <Step details={details} />
            <span className="block break-words text-ink-soft">
              {[actor, details.reason].filter(Boolean).join(' · ')}
            </span>
          </Line>
        ))}
      </Section>
    </>
  )
}

/** The refund's progress, or why it was refused. */
function Step({ details: { state, refused } }: { details: Record<string, unknown> }) {
  const { t } = useTranslation()
  if (typeof refused === 'string') return <Badge tone="danger">{refused}</Badge>
  const words = typeof state === 'string' ? STATES[state] : undefined

  return words && <Badge tone={state === 'failed' ? 'danger' : 'plain'}>{t(words)}</Badge>
}

function Section(props: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section>
      <h3 className="font-semibold">{props.title}</h3>
      {props.children.length === 0 && <p className="mt-2 text-sm text-ink-soft">{props.empty}</p>}
      <ul className="mt-2 grid gap-3 text-sm">{props.children}</ul>
    </section>
  )
}

function Line({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0">{children}</div>
      <span className="flex-none text-ink-soft">
        <TimeAgo at={at} isUtc />
      </span>
    </li>
  )
}
