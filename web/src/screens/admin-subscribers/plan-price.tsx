import { type AdminPlan, isNameFor, type ProviderMoney } from '@app/contract/admin-billing'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { savePlan, useRefreshBilling } from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { planWords, pricedAs, priceWords } from './subscriber-words.ts'

type Props = {
  plan: AdminPlan
  /** null: the provider does not have the variant. */
  theirs: ProviderMoney | null
  onTakenOver: () => void
}

/** A plan with a different price at the provider, which is authoritative. */
export function PlanPrice({ plan, theirs, onTakenOver }: Props) {
  const translator = useTranslation()
  const { t } = translator
  if (!theirs) return <Notice tone="danger">{t('admin.billing.plans.variantGone')}</Notice>
  const price = priceWords(translator, pricedAs(theirs))

  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="danger">{t('admin.billing.plans.differs', { price })}</Notice>
      <TakeOver plan={plan} theirs={theirs} price={price} onTakenOver={onTakenOver} />
    </div>
  )
}

function TakeOver(props: Props & { theirs: ProviderMoney; price: string }) {
  const { t } = useTranslation()
  const { plan, theirs, price } = props
  const { prove, dialog } = useProof()
  const action = useAction<'save'>()
  const refresh = useRefreshBilling()
  const takeOver = () =>
    void action.run('save', async () => {
      const { id, updatedAt, name, description, features, sortOrder, isOnSale, variantId } = plan
      const fields = { name, description, features, sortOrder, isOnSale, variantId }
      try {
        await prove((nonce) =>
          savePlan({ plan: { id, updatedAt }, ...fields, takesOver: theirs, nonce }),
        )
      } finally {
        await refresh()
      }
      toasts.show({
        title: t('admin.billing.plans.saved', { plan: planWords(t, plan) }),
        tone: 'positive',
        subject: id,
      })
      props.onTakenOver()
    })

  return (
    <>
      {isNameFor(plan.name, theirs.interval) ? (
        <Button size="sm" isBusy={action.running !== null} onClick={takeOver}>
          {t('admin.billing.plans.takeOver', { price })}
        </Button>
      ) : (
        <p className="text-sm">{t('admin.billing.plans.otherInterval')}</p>
      )}
      {action.failure && <AdminFailure error={action.failure.error} />}
      {dialog}
    </>
  )
}
