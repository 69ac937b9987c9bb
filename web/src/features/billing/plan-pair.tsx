import type { Plan } from '@app/contract/public-content'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type CurrentPlan, isCurrent, yearlySaving } from './current-plan.ts'
import { PlanCard } from './plan-card.tsx'

type Props = {
  monthly: Plan
  yearly: Plan
  plans: Plan[]
  current: CurrentPlan
  /** The plan that the visitor signed in for. */
  chosen: string | null
}

// The style sheet shows the chosen one, so that the switch also works without script.
const MONTHLY = 'flex group-has-[[value=year]:checked]/pair:hidden'
const YEARLY = 'hidden group-has-[[value=year]:checked]/pair:flex'

/** One plan that is paid by month or by year, on one card. It opens with the member's own. */
export function PlanPair({ monthly, yearly, plans, current, chosen }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<string | null>(null)
  const own = isCurrent(yearly, current) || chosen === yearly.id ? 'year' : 'month'
  const interval = picked ?? own
  const choice = (value: string) => ({
    value,
    isChecked: interval === value,
    onPick: () => setPicked(value),
  })
  const card = (plan: Plan) => ({ plan, current, isChosen: plan.id === chosen, isWide: true })

  return (
    <div className="group/pair relative rounded-lg border border-accent bg-surface p-5 sm:p-6">
      {/* Beside the plan's name on a wide screen, so that both cards' prices and buttons stand in line. */}
      <fieldset className="mb-5 grid grid-cols-2 gap-1 rounded-md bg-sunken p-1 lg:absolute lg:top-5 lg:right-6 lg:mb-0">
        <legend className="sr-only">{t('pricing.interval')}</legend>
        <Choice {...choice('month')} label={t('pricing.monthly')} />
        <Choice
          {...choice('year')}
          label={t('pricing.annual')}
          saving={yearlySaving(yearly, plans)}
        />
      </fieldset>
      <PlanCard {...card(monthly)} className={MONTHLY} />
      <PlanCard {...card(yearly)} className={YEARLY} />
    </div>
  )
}

type ChoiceProps = {
  value: string
  isChecked: boolean
  onPick: () => void
  label: string
  saving?: number | null
}

function Choice({ value, isChecked, onPick, label, saving = null }: ChoiceProps) {
  const { t, number } = useTranslation()
  const percent = number(saving ?? 0, { style: 'percent', maximumFractionDigits: 0 })

  return (
    <label className="flex min-h-11 cursor-pointer flex-wrap items-center justify-center gap-x-2 rounded-sm border border-transparent px-3 text-sm font-medium text-ink-soft has-checked:border-accent has-checked:bg-accent-tint has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="interval"
        value={value}
        checked={isChecked}
        onChange={onPick}
        className="sr-only"
      />
      <span>{label}</span>
      {saving !== null && (
        <span className="text-xs text-positive">{t('pricing.saves', { percent })}</span>
      )}
    </label>
  )
}
