import type { SubscriberPayment } from '@app/contract/admin-billing'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { moneyText, paymentWords } from './subscriber-words.ts'

type Props = { payments: SubscriberPayment[]; person: string }

/** Newest first, each with its refunds. */
export function SubscriberPayments({ payments, person }: Props) {
  const { t } = useTranslation()
  const [refundedId, setRefundedId] = useState('')
  const refunded = payments.find(({ id }) => id === refundedId)

  return (
    <section aria-labelledby="payments">
      <h3 id="payments" className="font-semibold">
        {t('admin.billing.payments')}
      </h3>
      {payments.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">{t('admin.billing.noPayments')}</p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {payments.map((payment) => (
          <Payment key={payment.id} payment={payment} onRefund={() => setRefundedId(payment.id)} />
        ))}
      </ul>
      {refunded && (
        <RefundDialog
          // Remounts when the remaining amount changes.
          key={`${refunded.id} ${refunded.refundedCents}`}
          payment={refunded}
          person={person}
          onClose={() => setRefundedId('')}
        />
      )}
    </section>
  )
}

const REFUNDABLE = ['paid', 'partial_refund']

function Payment(props: { payment: SubscriberPayment; onRefund: () => void }) {
  const translator = useTranslation()
  const { t, date } = translator
  const { cents, refundedCents, currency, status, createdAt, isRefundPending } = props.payment
  const money = (amount: number) => moneyText(translator, amount, currency)
  const day = date(new Date(createdAt), { dateStyle: 'medium' })
  const canRefund = REFUNDABLE.includes(status) && refundedCents < cents && !isRefundPending

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium tabular">{money(cents)}</span>
          <Badge tone={status === 'paid' ? 'positive' : 'plain'}>{paymentWords(t, status)}</Badge>
        </p>
        <p className="text-ink-soft">
          {day}
          {refundedCents > 0 &&
            ` · ${t('admin.billing.refund.before', { amount: money(refundedCents) })}`}
        </p>
        {isRefundPending && <p className="text-notice">{t('admin.billing.refund.pending')}</p>}
      </div>
      {canRefund && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('admin.billing.refund.openOf', { amount: money(cents), date: day })}
          onClick={props.onRefund}
        >
          {t('admin.billing.refund.open')}
        </Button>
      )}
    </li>
  )
}
