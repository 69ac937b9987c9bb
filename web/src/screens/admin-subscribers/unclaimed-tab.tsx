import type { UnclaimedPayment } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unclaimedQuery } from '#api/admin/admin-billing.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { ListPages } from '#features/admin/list-pages.tsx'
import type { useListState } from '#features/admin/use-list-state.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { planWords } from './subscriber-words.ts'

type List = Pick<ReturnType<typeof useListState>, 'after'> & {
  to: (change: { after: string }) => string
}

/** Payments without a known member, each with a button to assign it. */
export function UnclaimedTab({ list }: { list: List }) {
  const { t } = useTranslation()
  const unclaimed = useQuery(unclaimedQuery(list.after))
  const [assignedId, setAssignedId] = useState('')
  const assigned = unclaimed.data?.items.find(({ providerId }) => providerId === assignedId)

  if (unclaimed.isPending) return <Skeleton className="h-40 w-full" />
  if (unclaimed.isError) {
    return (
      <Card>
        <AdminLoadFailed query={unclaimed} />
      </Card>
    )
  }
  const { items, next, count, isCapped } = unclaimed.data
  if (items.length === 0 && !list.after) {
    return (
      <Card>
        <EmptyState
          title={t('admin.billing.unclaimed.empty')}
          text={t('admin.billing.unclaimed.emptyText')}
        />
      </Card>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-soft">{t('admin.billing.unclaimed.lead')}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {items.map((payment) => (
          <Payment
            key={payment.providerId}
            payment={payment}
            onAssign={() => setAssignedId(payment.providerId)}
          />
        ))}
      </ul>
      {(list.after || next) && (
        <ListPages
          count={count + (isCapped ? 1 : 0)}
          first={list.after ? list.to({ after: '' }) : null}
          next={next && list.to({ after: next })}
        />
      )}
      {assigned && (
        <AssignDialog
          key={assigned.providerId}
          payment={assigned}
          onClose={() => setAssignedId('')}
        />
      )}
    </div>
  )
}

function Payment(props: { payment: UnclaimedPayment; onAssign: () => void }) {
  const { t } = useTranslation()
  const { payment } = props
  const { buyerName, buyerEmail, plan, variantId, boughtAt, receivedAt, providerUrl } = payment
  const planText = plan
    ? planWords(t, { name: plan })
    : t('admin.billing.unclaimed.noPlan', { variant: variantId ?? '–' })

  return (
    <li className="flex flex-wrap items-center gap-4 px-4 py-4">
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium break-words">{buyerName || buyerEmail}</p>
        <p className="break-words text-ink-soft">{buyerEmail}</p>
        <p className="text-ink-soft">
          {planText}
          {' · '}
          <TimeAgo at={boughtAt ?? receivedAt} isUtc />
          {providerUrl && (
            <>
              {' · '}
              <a
                href={providerUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={t('admin.billing.atProvider', { id: payment.providerId })}
                className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
              >
                {`#${payment.providerId}`}
              </a>
            </>
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('admin.billing.unclaimed.assignOf', {
          name: buyerEmail ?? payment.providerId,
        })}
        onClick={props.onAssign}
      >
        {t('admin.billing.unclaimed.assign')}
      </Button>
    </li>
  )
}
