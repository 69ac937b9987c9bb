import type { Subscriber } from '@app/contract/admin-billing'
import { Badge } from '@app/ui/badge.tsx'
import type { Column } from '@app/ui/table.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import type { ReactNode } from 'react'
import { RowLink } from '#features/admin/row-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import {
  cardWords,
  moneyText,
  paymentWords,
  personName,
  planWords,
  priceWords,
  sentenceOf,
  stateBadge,
  stateOf,
} from './subscriber-words.ts'

export function subscriberColumns(translator: Translator): Column<Subscriber>[] {
  const { t, date } = translator
  const day = (moment: string) => (
    <time dateTime={moment} title={`${utc(moment)} UTC`} className="whitespace-nowrap">
      {date(new Date(moment), { dateStyle: 'medium' })}
    </time>
  )
  const utc = (moment: string) =>
    date(new Date(moment), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

  return [
    {
      id: 'person',
      title: t('admin.billing.person'),
      cell: (row) => <Person subscriber={row} />,
    },
    {
      id: 'plan',
      title: t('admin.billing.planAndAmount'),
      isSecondary: true,
      cell: ({ plan, monthlyCents }) => (
        <>
          <span className="whitespace-nowrap">{planWords(t, plan)}</span>
          <Small>
            <span className="whitespace-nowrap tabular">
              {monthlyCents === null
                ? '–'
                : priceWords(translator, {
                    ...plan,
                    priceCents: monthlyCents,
                    interval: 'month',
                  })}
            </span>
          </Small>
        </>
      ),
    },
    {
      id: 'status',
      title: t('admin.billing.status'),
      cell: (row) => <Status subscriber={row} isInList />,
    },
    {
      id: 'next',
      title: t('admin.billing.next'),
      isSecondary: true,
      cell: ({ nextAt, createdAt }) => (
        <>
          {nextAt ? day(nextAt) : '–'}
          <Small>
            <span className="whitespace-nowrap">
              {t('admin.billing.since')} {day(createdAt)}
            </span>
          </Small>
        </>
      ),
    },
    {
      id: 'payment',
      title: t('admin.billing.lastPayment'),
      isSecondary: true,
      cell: (row) => (
        <>
          {row.lastPayment && (
            <span className="whitespace-nowrap">
              {moneyText(translator, row.lastPayment.cents, row.lastPayment.currency)}{' '}
              {paymentWords(t, row.lastPayment.status)}
            </span>
          )}
          <Small>{cardWords(row)}</Small>
        </>
      ),
    },
    {
      id: 'checked',
      title: t('admin.billing.checked'),
      isSecondary: true,
      cell: (row) => <Checked subscriber={row} />,
    },
  ]
}

function Person({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTranslation()
  const { id, person } = subscriber

  return (
    <>
      <RowLink
        id={id}
        title={personName(t, person)}
        className="block max-w-40 truncate lg:max-w-56"
      >
        {personName(t, person)}
      </RowLink>
      {person.displayName && (
        <Small>
          <span title={person.email ?? ''} className="block max-w-40 truncate lg:max-w-56">
            {person.email}
          </span>
        </Small>
      )}
    </>
  )
}

/** The time of the last check, and a link to the provider's page. */
function Checked({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTranslation()
  const { checkedAt, providerUrl, providerId } = subscriber

  return (
    <>
      {checkedAt ? <TimeAgo at={checkedAt} isUtc /> : t('admin.billing.never')}
      {providerUrl && (
        <a
          href={providerUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={t('admin.billing.atProvider', { id: providerId })}
          className="flex min-h-6 items-center text-xs text-accent underline-offset-4 hover:underline"
        >
          {`#${providerId}`}
        </a>
      )}
    </>
  )
}

type StatusProps = { subscriber: Subscriber; isInList?: boolean }

/** The badge, and its meaning for this member. On wide screens a list has the date and price of renewal in columns. */
export function Status({ subscriber, isInList = false }: StatusProps) {
  const translator = useTranslation()
  const { t } = translator
  const { words, tone } = stateBadge(subscriber)

  return (
    <div className="min-w-28">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tone}>{t(words)}</Badge>
        {subscriber.isOneOfTwo && <Badge tone="notice">{t('admin.billing.twice')}</Badge>}
        {subscriber.isTest && <Badge>{t('admin.billing.test')}</Badge>}
      </span>
      <span
        className={`block text-xs text-ink-soft ${isInList && stateOf(subscriber) === 'active' ? 'md:hidden' : ''}`}
      >
        {sentenceOf(translator, subscriber)}
      </span>
    </div>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>
}
