import type { AdminPlan } from '@app/contract/admin-billing'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPlansQuery, checkPlans, type PriceCheck } from '#api/admin/admin-billing.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanPrice } from './plan-price.tsx'
import { planWords, priceWords } from './subscriber-words.ts'

/** The plans for sale. The provider decides the price. */
export function PlansTab() {
  const plans = useQuery(adminPlansQuery)
  const [edited, setEdited] = useState<string | null>(null)
  const [prices, setPrices] = useState<PriceCheck[]>([])
  const plan = plans.data?.find(({ id }) => id === edited)

  if (plans.isPending) return <Skeleton className="h-40 w-full" />
  if (plans.isError) {
    return (
      <Card>
        <AdminLoadFailed query={plans} />
      </Card>
    )
  }
  return (
    <div className="grid gap-4">
      <Compare prices={prices} onCompared={setPrices} onAdd={() => setEdited(NEW)} />
      <ul className="grid gap-4">
        {plans.data.map((one) => (
          <Plan
            key={one.id}
            plan={one}
            price={prices.find(({ planId }) => planId === one.id)}
            onEdit={() => setEdited(one.id)}
            onTakenOver={() => setPrices((all) => all.filter(({ planId }) => planId !== one.id))}
          />
        ))}
      </ul>
      {(plan || edited === NEW) && (
        <PlanDialog key={edited} plan={plan ?? null} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

const NEW = 'new'

type CompareProps = {
  prices: PriceCheck[]
  onCompared: (prices: PriceCheck[]) => void
  onAdd: () => void
}

function Compare({ prices, onCompared, onAdd }: CompareProps) {
  const { t } = useTranslation()
  const action = useAction<'check'>()
  const compare = () =>
    void action.run('check', async () => {
      onCompared(await checkPlans())
    })
  const isSame = prices.length > 0 && prices.every((price) => price.isSame)

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" isBusy={action.running !== null} onClick={compare}>
          {t('admin.billing.plans.compare')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onAdd}>
          {t('admin.billing.plans.add')}
        </Button>
      </div>
      {action.failure && <AdminFailure error={action.failure.error} />}
      {isSame && !action.failure && (
        <Notice tone="positive">{t('admin.billing.plans.allSame')}</Notice>
      )}
    </div>
  )
}

type PlanProps = {
  plan: AdminPlan
  price: PriceCheck | undefined
  onEdit: () => void
  onTakenOver: () => void
}

function Plan({ plan, price, onEdit, onTakenOver }: PlanProps) {
  const translator = useTranslation()
  const { t } = translator
  const facts = [
    plan.isFree ? null : priceWords(translator, plan),
    plan.variantId
      ? t('admin.billing.plans.variantIs', { id: plan.variantId })
      : !plan.isFree && t('admin.billing.plans.noVariant'),
    !plan.isFree && t('admin.billing.plans.subscribers', { count: plan.subscriberCount }),
  ].filter(Boolean)

  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {planWords(t, plan)}
            <Badge tone={plan.isOnSale ? 'positive' : 'plain'}>
              {t(plan.isOnSale ? 'admin.billing.plans.onSale' : 'admin.billing.plans.retired')}
            </Badge>
          </h2>
          {plan.description && <p className="text-sm break-words">{plan.description}</p>}
          <p className="text-sm text-ink-soft tabular">{facts.join(' · ')}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('admin.billing.plans.editOf', { plan: planWords(t, plan) })}
          onClick={onEdit}
        >
          {t('admin.billing.plans.edit')}
        </Button>
      </div>
      {price && !price.isSame && (
        <PlanPrice plan={plan} theirs={price.theirs} onTakenOver={onTakenOver} />
      )}
    </li>
  )
}
