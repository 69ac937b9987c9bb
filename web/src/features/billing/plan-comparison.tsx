import type { Plan } from '@app/contract/public-content'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { isFree } from './current-plan.ts'
import { PRO } from './plan-name.ts'
import { featureWords } from './plan-words.ts'

/** Free against Pro, feature by feature; whoever pays has what is free as well. */
export function PlanComparison({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation()
  const free = featuresOf(plans.filter(isFree))
  const pro = featuresOf(plans.filter((plan) => !isFree(plan)))

  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-line-strong text-sm">
          <th scope="col" className="py-3 pr-4 font-medium text-ink-soft">
            {t('pricing.compare.feature')}
          </th>
          <th scope="col" className="w-20 px-2 py-3 text-center font-semibold sm:w-32">
            {t('pricing.compare.free')}
          </th>
          <th scope="col" className="w-20 px-2 py-3 text-center font-semibold sm:w-32">
            {PRO}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...new Set([...free, ...pro])].map((code) => (
          <FeatureRow key={code} code={code} isFree={free.includes(code)} />
        ))}
      </tbody>
    </table>
  )
}

const featuresOf = (plans: Plan[]) => plans.flatMap(({ features }) => features)

function FeatureRow({ code, isFree }: { code: string; isFree: boolean }) {
  const { t } = useTranslation()
  const { name, text } = featureWords(t, code)

  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-4 pr-4 font-normal">
        <span className="font-medium">{name}</span>
        <span className="block max-w-prose text-sm text-ink-soft">{text}</span>
      </th>
      <Cell isIncluded={isFree} />
      <Cell isIncluded />
    </tr>
  )
}

function Cell({ isIncluded }: { isIncluded: boolean }) {
  const { t } = useTranslation()

  return (
    <td className="px-2 py-4 text-center">
      {isIncluded ? (
        <CheckIcon className="mx-auto size-5 text-accent" />
      ) : (
        <span aria-hidden="true" className="mx-auto block h-0.5 w-3 rounded-full bg-line-strong" />
      )}
      <span className="sr-only">
        {isIncluded ? t('pricing.compare.included') : t('pricing.compare.notIncluded')}
      </span>
    </td>
  )
}
