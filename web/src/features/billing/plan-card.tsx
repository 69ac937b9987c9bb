import type { Plan } from '@app/contract/public-content'
import { Badge } from '@app/ui/badge.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type CurrentPlan, isCurrent, isFree, yearlySaving } from './current-plan.ts'
import { PlanAction } from './plan-action.tsx'
import { featureWords, planWords } from './plan-words.ts'
import { priceText } from './price-text.ts'

type Props = {
  plan: Plan
  /** All of them, which this one is compared with. */
  plans: Plan[]
  current: CurrentPlan
  /** This is the one that a visitor has signed in for. */
  isChosen: boolean
}

export function PlanCard({ plan, plans, current, isChosen }: Props) {
  const { t } = useTranslation()
  const { name, text } = planWords(t, plan)
  const isMarked = isCurrent(plan, current) || isChosen

  return (
    <article
      aria-label={name}
      aria-current={isCurrent(plan, current) || undefined}
      className={`flex flex-col rounded-lg border bg-surface p-6 ${isMarked ? 'border-accent' : 'border-line'}`}
    >
      <header className="flex min-h-8 items-start justify-between gap-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        <PlanBadge plan={plan} plans={plans} current={current} isChosen={isChosen} />
      </header>
      <p className="mt-1 text-sm text-ink-soft md:min-h-11">{text}</p>
      <PlanPrice plan={plan} />
      <PlanAction plan={plan} current={current} isChosen={isChosen} />
      <p className="mt-6 text-sm font-medium">
        {isFree(plan) ? t('pricing.includes') : t('pricing.includesFree')}
      </p>
      <ul className="mt-3 grid gap-2.5 text-sm">
        {plan.features.map((code) => (
          <li key={code} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 size-4.5 flex-none text-accent" />
            {featureWords(t, code).name}
          </li>
        ))}
      </ul>
    </article>
  )
}

function PlanBadge({ plan, plans, current, isChosen }: Props) {
  const { t, number } = useTranslation()
  const saving = yearlySaving(plan, plans)

  if (isCurrent(plan, current)) return <Badge tone="accent">{t('pricing.current')}</Badge>
  if (isChosen) return <Badge tone="accent">{t('pricing.chosen')}</Badge>
  if (saving === null) return null

  const percent = number(saving, { style: 'percent', maximumFractionDigits: 0 })
  return <Badge tone="positive">{t('pricing.saves', { percent })}</Badge>
}

function PlanPrice({ plan }: { plan: Plan }) {
  const translator = useTranslation()
  const { t } = translator
  const price = (amount: number) => priceText(translator, amount, plan.currency)
  const isYearly = plan.interval === 'year'
  const period = isYearly ? t('pricing.perYear') : t('pricing.perMonth')
  const billing = isYearly
    ? t('pricing.billedYearly', { price: price(plan.price / 12) })
    : t('pricing.billedMonthly')

  return (
    <div className="mt-5">
      <p className="flex items-baseline gap-2">
        <span className="text-title font-semibold tabular">{price(plan.price)}</span>
        <span className="text-sm text-ink-soft">
          {isFree(plan) ? t('pricing.forever') : period}
        </span>
      </p>
      <p className="mt-1 text-sm text-ink-soft">{isFree(plan) ? t('pricing.noCard') : billing}</p>
    </div>
  )
}
