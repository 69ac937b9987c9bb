import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type Column, Table } from '@app/ui/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { type Invoice, invoicesQuery } from '#api/billing/invoices.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'

/** Known statuses of the provider; others are shown unchanged. */
const STATUS: Record<string, MessageKey> = {
  paid: 'settings.billing.payment.paid',
  pending: 'settings.billing.payment.pending',
  refunded: 'settings.billing.payment.refunded',
  partial_refund: 'settings.billing.payment.partial_refund',
  void: 'settings.billing.payment.void',
}

export function InvoicesCard() {
  const translator = useTranslation()
  const { t } = translator
  const { id } = useMember()
  const invoices = useQuery({ ...invoicesQuery(id), refetchOnWindowFocus: 'always' })

  return (
    <Card title={t('settings.billing.invoices')} lead={t('settings.billing.invoicesLead')}>
      {invoices.isPending && <Skeleton className="h-24 w-full" />}
      {invoices.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, invoices.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={invoices.refetch}
        />
      )}
      {invoices.data?.length === 0 && (
        <EmptyState
          title={t('settings.billing.noInvoices')}
          text={t('settings.billing.noInvoicesText')}
        />
      )}
      {invoices.data && invoices.data.length > 0 && (
        <Table
          caption={t('settings.billing.invoices')}
          columns={columnsIn(translator, invoices.data)}
          rows={invoices.data}
          rowId={(invoice) => invoice.id}
        />
      )}
    </Card>
  )
}

function columnsIn(
  { t, date, number }: Translator,
  invoices: readonly Invoice[],
): Column<Invoice>[] {
  const dayOf = ({ created_at }: Invoice) => date(new Date(created_at), { dateStyle: 'medium' })
  const money = (amount: number, currency: string) =>
    number(amount, { style: 'currency', currency })
  const stateOf = ({ status }: Invoice) => {
    const words = STATUS[status]
    return words ? t(words) : status
  }

  const areAllPaid = invoices.every(({ status }) => status === 'paid')

  const documents: Column<Invoice> = {
    id: 'invoice',
    title: t('settings.billing.invoice'),
    cell: (invoice) =>
      invoice.invoice_url && (
        <a
          href={invoice.invoice_url}
          aria-label={t('settings.billing.openOf', { date: dayOf(invoice) })}
          className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('settings.billing.open')}
        </a>
      ),
  }

  return [
    {
      id: 'date',
      title: t('settings.billing.date'),
      cell: (invoice) => <span className="whitespace-nowrap">{dayOf(invoice)}</span>,
    },
    { id: 'status', title: t('settings.billing.state'), cell: stateOf, isSecondary: areAllPaid },
    {
      id: 'amount',
      title: t('settings.billing.amount'),
      isNumber: true,
      cell: ({ amount, refunded_amount, currency }) => (
        <>
          {money(amount, currency)}
          {refunded_amount > 0 && (
            <span className="block text-xs text-ink-soft">
              {t('settings.billing.refundedOf', { amount: money(refunded_amount, currency) })}
            </span>
          )}
        </>
      ),
    },
    ...(invoices.some(({ invoice_url }) => invoice_url) ? [documents] : []),
  ]
}
