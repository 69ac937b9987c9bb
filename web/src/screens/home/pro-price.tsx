import type { Plan } from '@app/contract/public-content'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const PER: Partial<Record<string, MessageKey>> = {
  month: 'home.upgrade.perMonth',
  year: 'home.upgrade.perYear',
}

/** The paid plans as they are on sale, the monthly one first. */
export function ProPrice() {
  const { t } = useTranslation()
  const { plans } = usePublicContent()
  const paid = plans.filter(({ price, interval }) => price > 0 && interval !== null)

  if (paid.length === 0) return null
  return (
    <>
      <ul className="mt-8 flex flex-wrap gap-x-10 gap-y-4">
        {paid.map((plan) => (
          <Price key={plan.id} plan={plan} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{t('home.upgrade.cancel')}</p>
    </>
  )
}

function Price({ plan }: { plan: Plan }) {
  const { t, number } = useTranslation()
  const per = PER[plan.interval ?? '']
  const digits = Number.isInteger(plan.price) ? 0 : 2

  return (
    <li className="flex items-baseline gap-2">
      <span className="text-title font-semibold tabular">
        {number(plan.price, {
          style: 'currency',
          currency: plan.currency,
          minimumFractionDigits: digits,
        })}
      </span>
      {per && <span className="text-ink-soft">{t(per)}</span>}
    </li>
  )
}
