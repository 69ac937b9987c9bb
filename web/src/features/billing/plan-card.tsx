import type { Plan } from '@app/contract/public-content'
import { Badge } from '@app/ui/badge.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type CurrentPlan, isCurrent, isFree } from './current-plan.ts'
import { PlanAction } from './plan-action.tsx'
import { featureWords, planWords } from './plan-words.ts'
import { priceText } from './price-text.ts'

type Props = {
  plan: Plan
  current: CurrentPlan
  /** Whether the visitor signed in for this plan. */
  isChosen: boolean
  /** Replaces the card's own frame. */
  className?: string
  isWide?: boolean
}

export function PlanCard(props: Props) {
  const { plan, current, isChosen, className, isWide = false } = props
  const { t } = useTranslation()
  const { name, text } = planWords(t, plan)
  const isMarked = isCurrent(plan, current) || isChosen
  const frame = `flex rounded-lg border bg-surface p-5 sm:p-6 ${isMarked ? 'border-accent' : 'border-line'}`

  return (
    <article
      aria-label={name}
      aria-current={isCurrent(plan, current) || undefined}
      className={`flex-col ${className ?? frame}`}
    >
      <header className="flex min-h-8 items-center gap-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        <PlanBadge plan={plan} current={current} isChosen={isChosen} />
      </header>
      {/* Two lines in each card, so that prices and buttons stand in line. */}
      <p className="mt-1 text-sm text-ink-soft lg:min-h-[2lh] lg:max-w-64">{text}</p>
      <PlanPrice plan={plan} />
      <PlanAction plan={plan} current={current} isChosen={isChosen} />
      <h3 className="mt-5 border-t border-line pt-5 text-sm font-medium">
        {isFree(plan) ? t('pricing.includes') : t('pricing.includesFree')}
      </h3>
      <ul
        className={`mt-3 grid gap-x-8 text-sm ${isFree(plan) ? 'gap-y-4 max-sm:gap-y-1.5' : 'gap-y-4'} ${isWide ? 'lg:grid-cols-2' : ''}`}
      >
        {plan.features.map((code) => (
          <Feature key={code} code={code} isShort={isFree(plan)} />
        ))}
      </ul>
    </article>
  )
}

/** On a phone the free plan’s features are names, so that Pro begins on the first screen. */
function Feature({ code, isShort }: { code: string; isShort: boolean }) {
  const { t } = useTranslation()
  const { name, text } = featureWords(t, code)

  return (
    <li className="flex gap-2.5">
      <CheckIcon className="mt-0.5 size-4.5 flex-none text-accent" />
      <span>
        <span className="block font-medium">{name}</span>
        {text && (
          <span className={`block text-ink-soft ${isShort ? 'max-sm:hidden' : ''}`}>{text}</span>
        )}
      </span>
    </li>
  )
}

function PlanBadge({ plan, current, isChosen }: Props) {
  const { t } = useTranslation()

  if (isCurrent(plan, current)) return <Badge tone="accent">{t('pricing.current')}</Badge>
  if (isChosen) return <Badge tone="accent">{t('pricing.chosen')}</Badge>

  return null
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
    <div className="mt-4">
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
