import type { UnclaimedPayment } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { SearchField } from '@app/ui/search-field.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery, assignPayment, useRefreshBilling } from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { likeliestAccount } from './likeliest-account.ts'

type Props = { payment: UnclaimedPayment; onClose: () => void }

type Account = { id: string; email: string | null; displayName: string | null; why: string }

/** Assigns a payment to a suggested account or a search result. */
export function AssignDialog({ payment, onClose }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const { providerId, suggestions } = payment
  const found = useAccounts(payment, words)
  const { prove, dialog } = useProof()
  const refresh = useRefreshBilling()
  const action = useAction<'submit'>()
  const form = useForm<{ userId: string }>({
    initial: { userId: likeliestAccount(suggestions) },
    save: async ({ userId }) => {
      try {
        await prove((nonce) => assignPayment({ providerId, userId, nonce }))
      } finally {
        await refresh()
      }
      toasts.show({
        title: t('admin.billing.unclaimed.done'),
        tone: 'positive',
        subject: providerId,
      })
      onClose()
    },
    action,
  })

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !form.isBusy && onClose()}
      title={t('admin.billing.unclaimed.title')}
      lead={t('admin.billing.unclaimed.titleLead', { email: payment.buyerEmail ?? '–' })}
      closeText={t('common.close')}
    >
      <div className="grid gap-5">
        <SearchField
          label={t('admin.billing.unclaimed.search')}
          value={words}
          onSearch={setWords}
        />
        <form {...form.props} className="grid gap-5">
          <Accounts
            accounts={found}
            chosen={form.draft.userId}
            isDisabled={form.isLocked}
            hasWords={words !== ''}
            onChoose={(userId) => form.change({ userId })}
          />
          {action.failure && <AdminFailure error={action.failure.error} />}
          <FormActions>
            <Button variant="secondary" size="sm" onClick={onClose} disabled={form.isBusy}>
              {t('common.cancel')}
            </Button>
            <SubmitButton form={form} size="sm" disabled={form.draft.userId === ''}>
              {t('admin.billing.unclaimed.assign')}
            </SubmitButton>
          </FormActions>
          {dialog}
        </form>
      </div>
    </Dialog>
  )
}

/** Suggestions first; undefined during a search. */
function useAccounts({ suggestions }: UnclaimedPayment, words: string): Account[] | undefined {
  const { t } = useTranslation()
  const accounts = useQuery(accountsQuery(words))
  if (words !== '') return accounts.data?.map((account) => ({ ...account, why: '' }))

  return suggestions.map(({ why, ...account }) => ({
    ...account,
    why: t(
      why === 'address'
        ? 'admin.billing.unclaimed.sameAddress'
        : 'admin.billing.unclaimed.sameCheckout',
    ),
  }))
}

function Accounts(props: {
  accounts: Account[] | undefined
  chosen: string
  isDisabled: boolean
  hasWords: boolean
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation()
  const { accounts, hasWords } = props

  if (accounts === undefined) return <p className="text-sm text-ink-soft">{t('common.loading')}</p>
  if (accounts.length === 0) {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t(hasWords ? 'admin.billing.unclaimed.notFound' : 'admin.billing.unclaimed.none')}
      </p>
    )
  }
  return (
    <fieldset disabled={props.isDisabled} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        {t(hasWords ? 'admin.billing.unclaimed.found' : 'admin.billing.unclaimed.suggested')}
      </legend>
      {accounts.map(({ id, email, displayName, why }) => (
        <label
          key={id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-control px-4 py-2 text-sm transition-colors has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="account"
            value={id}
            checked={props.chosen === id}
            onChange={() => props.onChoose(id)}
            className="accent-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium break-words">{displayName || email}</span>
            <span className="block break-words text-ink-soft">
              {[displayName && email, why].filter(Boolean).join(' · ')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
