import type { Plan } from '@app/contract/public-content'
import { Accordion } from '@app/ui/accordion.tsx'
import { useSearchParams } from 'react-router'
import { usePlans } from '#api/billing/plans.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { PlanCard } from '#features/billing/plan-card.tsx'
import { PlanPair } from '#features/billing/plan-pair.tsx'
import { useCurrentPlan } from '#features/billing/use-current-plan.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

export function PricingScreen() {
  const { t } = useTranslation()
  const plans = usePlans()

  return (
    <>
      <section className="contour-lines border-b border-line">
        <div className="page-edge py-8 md:py-14">
          <h1 className="text-display font-semibold">{t('pricing.title')}</h1>
          <p className="mt-4 max-w-prose text-lg md:mt-5 text-ink-soft">{t('pricing.lead')}</p>
        </div>
      </section>
      <div className="page-edge grid gap-12 py-6 md:gap-16 md:py-12">
        <div className="grid gap-8">
          <Return />
          <Plans plans={plans} />
        </div>
        <PricingQuestions />
      </div>
    </>
  )
}

/** Downloaded only for members who return from paying. */
const CheckoutReturn = onDemand(
  async () => (await import('#features/billing/checkout-return.tsx')).CheckoutReturn,
)

function Return() {
  const [parameters] = useSearchParams()

  // The page was prerendered without its query, so this part is empty until hydration.
  return parameters.has('checkout') ? <CheckoutReturn /> : null
}

function Plans({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation()
  const current = useCurrentPlan()
  const [parameters] = useSearchParams()
  // The page was prerendered without its query; only members select a plan, and the session loads later.
  const chosen = current.kind === 'free' ? parameters.get('plan') : null

  if (plans.length === 0) return <p className="text-ink-soft">{t('pricing.empty')}</p>

  const monthly = plans.find(({ price, interval }) => price > 0 && interval === 'month')
  const yearly = plans.find(
    ({ interval, currency }) => interval === 'year' && currency === monthly?.currency,
  )
  const isPair = monthly !== undefined && yearly !== undefined
  const single = plans.filter((plan) => !isPair || (plan !== monthly && plan !== yearly))
  const [first, ...others] = single
  const card = (plan: Plan) => ({ plan, current, isChosen: plan.id === chosen })

  // Plans come by price: the free one first, then the pair, then what an admin added.
  return (
    <div className="grid items-stretch gap-5 md:grid-cols-[1fr_1.15fr] lg:grid-cols-[1fr_1.7fr]">
      {first && <PlanCard {...card(first)} />}
      {isPair && (
        <PlanPair
          monthly={monthly}
          yearly={yearly}
          plans={plans}
          current={current}
          chosen={chosen}
        />
      )}
      {others.map((plan) => (
        <PlanCard key={plan.id} {...card(plan)} />
      ))}
    </div>
  )
}

function PricingQuestions() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <section aria-labelledby="questions" className="grid gap-6 lg:grid-cols-[1fr_1.7fr] lg:gap-5">
      <h2 id="questions" className="text-title font-semibold">
        {t('pricing.questions.title')}
      </h2>
      <Accordion
        name="pricing-questions"
        entries={[
          { title: t('pricing.questions.free'), content: t('pricing.questions.freeAnswer') },
          { title: t('pricing.questions.account'), content: t('pricing.questions.accountAnswer') },
          { title: t('pricing.questions.payment'), content: t('pricing.questions.paymentAnswer') },
          { title: t('pricing.questions.cancel'), content: t('pricing.questions.cancelAnswer') },
          { title: t('pricing.questions.after'), content: t('pricing.questions.afterAnswer') },
          {
            title: t('pricing.questions.interval'),
            content: t('pricing.questions.intervalAnswer'),
          },
          {
            title: t('pricing.questions.refund'),
            content: t('pricing.questions.refundAnswer', { email: supportEmail }),
          },
        ]}
      />
    </section>
  )
}
