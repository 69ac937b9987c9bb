import type { Plan } from '@app/contract/public-content'
import { useSearchParams } from 'react-router'
import { usePlans } from '#api/billing/plans.ts'
import { PlanCard } from '#features/billing/plan-card.tsx'
import { PlanComparison } from '#features/billing/plan-comparison.tsx'
import { useCurrentPlan } from '#features/billing/use-current-plan.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { PricingQuestions } from './pricing-questions.tsx'

export function PricingScreen() {
  const { t } = useTranslation()
  const plans = usePlans()

  return (
    <>
      <section className="contour-lines border-b border-line">
        <div className="page-edge py-14 md:py-20">
          <h1 className="text-display font-semibold">{t('pricing.title')}</h1>
          <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('pricing.lead')}</p>
        </div>
      </section>
      <div className="page-edge grid gap-16 py-12 md:gap-24 md:py-16">
        <div className="grid gap-8">
          <Return />
          <Plans plans={plans} />
        </div>
        {plans.length > 0 && (
          <section aria-labelledby="compare">
            <h2 id="compare" className="mb-6 text-title font-semibold">
              {t('pricing.compare.title')}
            </h2>
            <PlanComparison plans={plans} />
          </section>
        )}
        <PricingQuestions />
      </div>
    </>
  )
}

/** Only for whoever comes back from paying, so it is downloaded for them. */
const CheckoutReturn = onDemand(
  async () => (await import('#features/billing/checkout-return.tsx')).CheckoutReturn,
)

function Return() {
  const [parameters] = useSearchParams()

  // The page is sent without knowing its query; until it is downloaded, this part is as empty as there.
  return parameters.has('checkout') ? <CheckoutReturn /> : null
}

function Plans({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation()
  const current = useCurrentPlan()
  const [parameters] = useSearchParams()
  // The page is sent without knowing its query; only members choose a plan, and the session is known later.
  const chosen = current.kind === 'free' ? parameters.get('plan') : null

  if (plans.length === 0) return <p className="text-ink-soft">{t('pricing.empty')}</p>

  return (
    <div className="grid items-stretch gap-5 md:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          plans={plans}
          current={current}
          isChosen={plan.id === chosen}
        />
      ))}
    </div>
  )
}
